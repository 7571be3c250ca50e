package clickcounter.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The map of main code: each layer's module, its packages below {@code clickcounter}, and the
 * layers that it may use. {@link ArchitectureTest} makes its rules from it and requires that each
 * package is in one layer. {@link PagesTest} holds README's table of modules against it.
 *
 * <p>A new package gets its name here and in README's table. A layer may use itself and what it
 * lists, nothing else of ours.
 */
enum Layer {
  SETTINGS("clicks", List.of("settings")),
  KERNEL(
      "clicks",
      List.of(
          "defer",
          "document",
          "event",
          "hours",
          "ids",
          "ledger",
          "metrics",
          "secret",
          "service",
          "states",
          "wire")),
  QUEUE("spouts", List.of("jms"), SETTINGS, KERNEL),
  SPOUTS("spouts", List.of("spouts"), KERNEL, QUEUE),
  STORE("bolts", List.of("reading", "riak", "store"), SETTINGS, KERNEL),
  COUNTING("bolts", List.of("copies", "counting", "views"), KERNEL, STORE),
  BOLTS("bolts", List.of("storm"), KERNEL, STORE, COUNTING),
  ENDPOINT("topology", List.of("endpoint"), KERNEL, COUNTING, BOLTS),
  TOPOLOGY(
      "topology",
      List.of("topology"),
      SETTINGS,
      KERNEL,
      QUEUE,
      SPOUTS,
      STORE,
      COUNTING,
      BOLTS,
      ENDPOINT),
  COMMANDS("deploy/commands", List.of("cli"), SETTINGS, KERNEL),
  TRAFFIC("deploy/traffic", List.of("traffic"), KERNEL),
  TOOLS("logs-replay", List.of("tools"), SETTINGS, KERNEL, QUEUE, STORE, COMMANDS),
  DEVNODE("deploy/devnode", List.of("broker", "devnode"), QUEUE, COMMANDS),
  RUN(
      "deploy/run",
      List.of("check", "cluster", "console", "rejects", "scrape", "status"),
      SETTINGS,
      KERNEL,
      QUEUE,
      STORE,
      COUNTING,
      BOLTS,
      ENDPOINT,
      TOPOLOGY,
      COMMANDS,
      TOOLS),
  LOCAL(
      "deploy/local",
      List.of("local"),
      SETTINGS,
      KERNEL,
      QUEUE,
      STORE,
      COUNTING,
      BOLTS,
      ENDPOINT,
      TOPOLOGY,
      COMMANDS,
      TOOLS,
      TRAFFIC,
      DEVNODE,
      RUN),
  /** Test sources: they may use everything, and nothing else may use them. */
  PROOF(
      "deploy/proof",
      List.of("benchmark", "devcluster", "drill", "forest", "fuzz", "simulation"),
      SETTINGS,
      KERNEL,
      QUEUE,
      SPOUTS,
      STORE,
      COUNTING,
      BOLTS,
      ENDPOINT,
      TOPOLOGY,
      COMMANDS,
      TOOLS,
      TRAFFIC,
      DEVNODE,
      RUN,
      LOCAL);

  private static final String ROOT = "clickcounter.";

  private final String module;
  private final List<String> packages;
  private final List<Layer> uses;

  Layer(String module, List<String> packages, Layer... uses) {
    this.module = module;
    this.packages = packages;
    this.uses = List.of(uses);
  }

  /** The folder of the module, from the top of the repository. */
  String module() {
    return module;
  }

  /** The folder of its packages. */
  String sources() {
    return module + (this == PROOF ? "/src/test" : "/src/main") + "/java/clickcounter";
  }

  List<String> packages() {
    return packages;
  }

  /** Whether a class is in one of the layer's packages or below one. */
  boolean contains(JavaClass each) {
    return packages.stream()
        .map(name -> ROOT + name)
        .anyMatch(
            name ->
                each.getPackageName().equals(name) || each.getPackageName().startsWith(name + "."));
  }

  boolean mayUse(Layer other) {
    return other == this || uses.contains(other);
  }

  /** The layers with this class: exactly one, unless the map is wrong. */
  static List<Layer> of(JavaClass each) {
    return Stream.of(values()).filter(layer -> layer.contains(each)).toList();
  }

  static Set<String> modules() {
    return Stream.of(values()).map(Layer::module).collect(Collectors.toCollection(TreeSet::new));
  }

  /** The packages of these layers with all below, as ArchUnit names them. */
  static String[] packagesOf(Layer... layers) {
    return Arrays.stream(layers)
        .flatMap(layer -> layer.packages.stream())
        .map(name -> ROOT + name + "..")
        .toArray(String[]::new);
  }

  /** As {@link #packagesOf}, of all layers but these. */
  static String[] packagesOfAllBut(Layer... layers) {
    List<Layer> excepted = List.of(layers);
    return packagesOf(
        Stream.of(values()).filter(layer -> !excepted.contains(layer)).toArray(Layer[]::new));
  }
}
