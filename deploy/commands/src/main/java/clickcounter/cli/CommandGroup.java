package clickcounter.cli;

import java.util.List;
import java.util.Map;

/**
 * The commands of one module. The launcher finds the groups on its class path with a {@link
 * java.util.ServiceLoader}, so it depends on none of them.
 */
public interface CommandGroup {
  /**
   * The commands of each noun, as annotated objects of picocli or as {@code CommandLine}s. No other
   * group has commands of the same noun, except of {@code dev}.
   *
   * @param terminal the streams that they write to
   */
  Map<Noun, List<Object>> commands(Terminal terminal);
}
