package clickcounter.cli;

/**
 * What was asked cannot be told from what there is, for example from nodes that are not of one
 * cluster; the command ends with {@link ExitCode#FAILED} and the message.
 */
public class NoVerdict extends RuntimeException {
  public NoVerdict(String message) {
    super(message);
  }
}
