package clickcounter.cli;

/**
 * The question of a command cannot be answered, for example because its Riak nodes belong to
 * different clusters. The command prints the message and ends with {@link ExitCode#FAILED}.
 */
public class NoVerdict extends RuntimeException {
  public NoVerdict(String message) {
    super(message);
  }
}
