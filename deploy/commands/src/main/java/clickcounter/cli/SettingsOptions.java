package clickcounter.cli;

import clickcounter.event.OneLine;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.SettingsSearch;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The options that all commands have: those for settings, which are read by the first command that
 * asks for them, and {@code --json}, which those refuse that are no {@link PrintsJson}.
 */
public final class SettingsOptions {
  static final String JSON = "--json";
  private static final String MIXIN = "settings";

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "Settings: where the system is, and what commands need of it. Default: the file that the"
              + " variable "
              + SettingsSearch.VARIABLE
              + " names, else ./"
              + SettingsSearch.NAME
              + ", else "
              + SettingsSearch.MACHINE)
  private Path named;

  private final Map<String, String> single = new LinkedHashMap<>();
  private final SettingsSearch search;
  private final Supplier<Optional<Path>> system;
  private CommandSpec command;
  private GivenSettings given;
  private boolean isJson;

  SettingsOptions(SettingsSearch search, Supplier<Optional<Path>> system) {
    this.search = search;
    this.system = system;
  }

  /** Without these options, settings are looked for in this machine's usual places. */
  static SettingsOptions usual() {
    return new SettingsOptions(SettingsSearch.real(), SystemHere::find);
  }

  public static SettingsOptions only() {
    return new SettingsOptions(SettingsSearch.none(), Optional::empty);
  }

  /** Those of the command line that a command belongs to; none if it reads no settings. */
  public static Optional<SettingsOptions> of(CommandSpec command) {
    return Optional.ofNullable(command.root().mixins().get(MIXIN))
        .map(mixin -> (SettingsOptions) mixin.userObject());
  }

  void addTo(CommandSpec root) {
    command = root;
    root.addMixin(MIXIN, CommandSpec.forAnnotatedObject(this));
  }

  /** Called once for each level of commands: what was given before the subcommand stays. */
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      description =
          "One setting, such as --set riak.nodes=riak1:8087; overrides the file. Repeatable")
  void set(Map<String, String> more) {
    if (more != null) {
      single.putAll(more);
    }
  }

  /** The same. */
  @Option(
      names = JSON,
      scope = ScopeType.INHERIT,
      description = "Print the result as JSON, if it is one that a program might read")
  void json(Boolean given) {
    isJson |= Boolean.TRUE.equals(given);
  }

  boolean isJson() {
    return isJson;
  }

  /**
   * What was given, or found. If it was found where a person may not expect it, this says so, once.
   *
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public GivenSettings given() {
    return given(command.commandLine().getErr());
  }

  GivenSettings given(PrintWriter err) {
    if (given == null) {
      Optional<Path> found = named == null ? search.find() : Optional.of(named);
      if (named == null) {
        found.ifPresent(search::requireTrusted);
      }
      GivenSettings read = GivenSettings.of(found.orElse(null), single);
      given = read.nameASystem() ? read : system.get().map(read::above).orElse(read);
      if (given.system().isPresent()
          || (named == null && found.stream().anyMatch(search::isSurprising))) {
        err.println(OneLine.of("clicks: " + given.origin()));
        err.flush();
      }
    }
    return given;
  }

  /**
   * What the options say, for commands that start a system of their own: the file that others find
   * names another one.
   *
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public GivenSettings explicit() {
    return GivenSettings.of(named, single);
  }

  /** Where the settings are from that were read, for a person; none if none were read. */
  Optional<String> origin() {
    return Optional.ofNullable(given)
        .filter(read -> read.file().isPresent() || !search.looksNowhere())
        .map(GivenSettings::origin);
  }

  /**
   * The options that make another command read the same, for a person.
   *
   * @param which the single settings that it knows
   */
  public List<String> repeated(Predicate<String> which) {
    List<String> options = new ArrayList<>();
    if (named != null) {
      options.addAll(List.of("--settings", named.toString()));
    }
    single.forEach(
        (key, value) -> {
          if (which.test(key)) {
            options.addAll(List.of("--set", key + "=" + value));
          }
        });
    return options;
  }
}
