package clickcounter.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
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
    CommandLine root = Clicks.commandLine(Terminal.system());
    new ManPages(Path.of(args[0]), head).write(root);
  }

  private void write(CommandLine line) throws IOException {
    line.setUsageHelpWidth(ONE_LINE);
    CommandFrame.describeExitCodes(line);
    String name = name(line.getCommandSpec());
    Files.writeString(directory.resolve(name + ".1"), ".TH " + name + head + page(line));
    for (CommandLine command : shown(line)) {
      write(command);
    }
  }

  private static String page(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    Help help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
    String synopsis = help.synopsis(0).strip().substring(spec.qualifiedName().length());
    return section("NAME", roff(name(spec)) + " \\- " + roff(sentence(usage)) + "\n")
        + section("SYNOPSIS", bold(spec.qualifiedName()) + "\n" + roff(synopsis.strip()) + "\n")
        + section("DESCRIPTION", text(usage.description()))
        + section("OPTIONS", options(spec, help))
        + section("COMMANDS", commands(line))
        + section("EXIT STATUS", items(usage.exitCodeList()))
        + section("EXAMPLES", text(usage.footer()))
        + section("SEE ALSO", seeAlso(line));
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
    return (names.isEmpty() ? "" : bold(names)) + (value.isEmpty() ? "" : italic(value));
  }

  private static Collection<CommandLine> shown(CommandLine line) {
    return new LinkedHashSet<>(line.getSubcommands().values())
        .stream().filter(command -> !command.getCommandSpec().usageMessage().hidden()).toList();
  }

  private static String commands(CommandLine line) {
    return shown(line).stream()
        .map(
            command ->
                item(
                    bold(command.getCommandName()),
                    command.getCommandSpec().usageMessage().description()[0]))
        .collect(joining());
  }

  private static String seeAlso(CommandLine line) {
    List<CommandLine> pages = new ArrayList<>(shown(line));
    if (line.getParent() != null) {
      pages.add(0, line.getParent());
    }
    return pages.stream()
        .map(page -> ".BR " + roff(name(page.getCommandSpec())) + " (1)")
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

  private static String italic(String text) {
    return "\\fI" + roff(text) + "\\fR";
  }

  /** A text of one line as groff reads it, in ASCII. */
  private static String roff(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-").replaceFirst("^([.'])", "\\\\&$1");
    return safe.codePoints()
        .mapToObj(c -> c < 128 ? Character.toString(c) : String.format("\\[u%04X]", c))
        .collect(joining());
  }
}
