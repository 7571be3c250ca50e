package clickcounter.cli;

import java.util.List;

/**
 * The commands of one module. The launcher finds the groups on its class path with a {@link
 * java.util.ServiceLoader}, so it depends on none of them.
 */
public interface CommandGroup {
  /** The sections of the list of commands, in their order. */
  enum Section {
    LOCAL("Run it on this machine"),
    CLUSTER("Run it on a cluster"),
    TOOLS("Files and documents"),
    PROOF("Prove it"),
    MEASURE("Measure it");

    private final String heading;

    Section(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  /** Where the list of commands shows this group. */
  Section section();

  /**
   * The commands, as annotated objects of picocli or as {@code CommandLine}s.
   *
   * @param terminal the streams that they write to
   */
  List<Object> commands(Terminal terminal);
}
