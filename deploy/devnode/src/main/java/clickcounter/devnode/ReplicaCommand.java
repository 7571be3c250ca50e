package clickcounter.devnode;

import clickcounter.cli.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Changes how one replica of a running development node behaves. */
@Command(
    name = "order",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tells a development node with several replicas how one of them behaves from now on, and",
      "prints the state of all of them. Shares are of the puts, from 0 to 1:",
      "  state            print the state, change nothing",
      "  wipe N           replica N loses its disk and serves empty until reads have repaired it",
      "  down N           N is known to be away",
      "  up N             N behaves normally again",
      "  fails N SHARE    N answers this share with a failure",
      "  silent N SHARE   this share does not reach N",
      "  mute N SHARE     N does this share, and its answer is lost",
      "  late N MS        puts reach N so much later"
    },
    exitCodeList = "3:the node cannot be reached, has one copy only, or knows no such order",
    footerHeading = "%nExample:%n",
    footer = "  deploy/clicks devnode order 127.0.0.1:8087 silent 2 0.3")
final class ReplicaCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Where the node listens.")
  private String address;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "ORDER", description = "See above.")
  private List<String> words;

  @Override
  public Integer call() {
    int colon = address.lastIndexOf(':');
    if (colon < 1 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "address '" + address + "', expected HOST:PORT");
    }
    String host = address.substring(0, colon);
    int port = Integer.parseInt(address.substring(colon + 1));
    try {
      spec.commandLine()
          .getOut()
          .println(ReplicaControl.send(new InetSocketAddress(host, port), String.join(" ", words)));
      return ExitCode.OK;
    } catch (IOException | IllegalArgumentException e) {
      spec.commandLine().getErr().println("devnode: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
