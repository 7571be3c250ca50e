package clickcounter.cli;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code --json}, of all commands that are {@link PrintsJson}; the others refuse it. */
final class JsonOption {
  static final String NAME = "--json";
  private static final String MIXIN = "json";

  private boolean isGiven;

  static void addTo(CommandSpec root) {
    root.addMixin(MIXIN, CommandSpec.forAnnotatedObject(new JsonOption()));
  }

  static boolean isGiven(CommandSpec command) {
    return Optional.ofNullable(command.root().mixins().get(MIXIN))
        .filter(mixin -> ((JsonOption) mixin.userObject()).isGiven)
        .isPresent();
  }

  /** Called once for each level of commands: what was given before the subcommand stays. */
  @Option(
      names = NAME,
      scope = ScopeType.INHERIT,
      description = "Print the result as JSON, if it is one that a program might read")
  void json(Boolean given) {
    isGiven |= Boolean.TRUE.equals(given);
  }
}
