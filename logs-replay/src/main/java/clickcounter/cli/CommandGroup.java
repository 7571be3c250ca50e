package clickcounter.cli;

import java.util.List;

/**
 * The commands of one module. The launcher finds the groups on its class path with a {@link
 * java.util.ServiceLoader}, so it depends on none of them.
 */
public interface CommandGroup {
  /** The heading of this group in the list of commands. */
  String heading();

  /** Groups are listed in ascending order of this number. */
  int position();

  /**
   * The commands, as annotated objects of picocli or as {@code CommandLine}s.
   *
   * @param terminal the streams that they write to
   */
  List<Object> commands(Terminal terminal);
}
