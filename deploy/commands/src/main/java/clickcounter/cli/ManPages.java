package clickcounter.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Writes a man page of each command that the help shows, with what the help says. */
public final class ManPages {
  private static final int ONE_LINE = 100_000;

  private final Path directory;
  private final String head;

  private ManPages(Path directory, String head) {
    this.directory = directory;
    this.head = head;
  }

  /** Its arguments are an empty directory, and the date that the pages shall have. */
  public static void main(String[] args) throws IOException {
    CommandLog.use();
    String version = new Clicks.Version().getVersion()[0];
    String head = " 1 \"%s\" \"%s\" \"click-counter\"\n".formatted(args[1], version);
    new ManPages(Path.of(args[0]), head).write(Clicks.commandLine(Terminal.system()));
  }

  private void write(CommandLine line) throws IOException {
    line.setUsageHelpWidth(ONE_LINE);
    CommandFrame.describeExitCodes(line);
    CommandSpec spec = line.getCommandSpec();
    String name = name(spec);
    Files.writeString(directory.resolve(name + ".1"), ".TH " + name + head + page(spec));
    for (CommandSpec command : shown(spec)) {
      write(command.commandLine());
    }
  }

  private static String page(CommandSpec spec) {
    UsageMessageSpec usage = spec.usageMessage();
    Help help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
    String synopsis = help.synopsis(0).strip().substring(spec.qualifiedName().length());
    return section("NAME", roff(name(spec)) + " \\- " + roff(sentence(usage)) + "\n")
        + section("SYNOPSIS", bold(spec.qualifiedName()) + "\n" + roff(synopsis.strip()) + "\n")
        + section("DESCRIPTION", text(usage.description()))
        + section("OPTIONS", options(spec, help))
        + section("COMMANDS", commands(spec))
        + section("EXIT STATUS", items(usage.exitCodeList()))
        + section("EXAMPLES", text(usage.footer()))
        + section("SEE ALSO", seeAlso(spec));
  }

  private static String section(String title, String text) {
    return text.isEmpty() ? "" : ".SH " + title + "\n" + text;
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private static String sentence(UsageMessageSpec usage) {
    return usage.description()[0].replaceFirst("\\.( .*)?$", "");
  }

  private static String options(CommandSpec spec, Help help) {
    Stream<ArgSpec> all =
        Stream.concat(spec.positionalParameters().stream(), spec.options().stream());
    return all.filter(arg -> !arg.hidden())
        .map(arg -> item(label(arg, help), String.join(" ", arg.description())))
        .collect(joining());
  }

  private static String label(ArgSpec arg, Help help) {
    String names = arg instanceof OptionSpec option ? String.join(", ", option.names()) : "";
    String value =
        help.parameterLabelRenderer().renderParameterLabel(arg, Ansi.OFF, List.of()).toString();
    return bold(names) + "\\fI" + roff(value) + "\\fR";
  }

  private static List<CommandSpec> shown(CommandSpec spec) {
    return spec.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden())
        .toList();
  }

  private static String commands(CommandSpec spec) {
    return shown(spec).stream()
        .map(command -> item(bold(command.name()), command.usageMessage().description()[0]))
        .collect(joining());
  }

  private static String seeAlso(CommandSpec spec) {
    return Stream.concat(Stream.ofNullable(spec.parent()), shown(spec).stream())
        .map(page -> ".BR " + roff(name(page)) + " (1)")
        .collect(joining(" ,\n", "", "\n"));
  }

  private static String items(Map<String, String> lines) {
    return lines.entrySet().stream()
        .map(line -> item(bold(line.getKey()), line.getValue()))
        .collect(joining());
  }

  private static String item(String label, String text) {
    return ".TP\n" + label + "\n" + roff(text.formatted()) + "\n";
  }

  /** Lines that are indented are examples, and stay lines. */
  private static String text(String[] lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      String plain = line.formatted();
      text.append(
          plain.isBlank()
              ? ".PP\n"
              : plain.startsWith(" ") ? ".nf\n" + roff(plain) + "\n.fi\n" : roff(plain) + "\n");
    }
    return text.toString().replaceFirst("^(\\.PP\n)+", "");
  }

  private static String bold(String text) {
    return "\\fB" + roff(text) + "\\fR";
  }

  /** A text of one line as groff reads it, in ASCII. */
  private static String roff(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-").replaceFirst("^([.'])", "\\\\&$1");
    return safe.codePoints()
        .mapToObj(c -> c < 128 ? Character.toString(c) : String.format("\\[u%04X]", c))
        .collect(joining());
  }
}
