package clickcounter.checks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ledger.SiblingMerge;
import clickcounter.reading.Answer;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.topology.IComponent;
import picocli.CommandLine.Command;

/** Which module may use what. */
@AnalyzeClasses(packages = "clickcounter", importOptions = ArchitectureTest.MainClasses.class)
class ArchitectureTest {
  private static final String[] CLICKS = {
    "clickcounter.defer..",
    "clickcounter.document..",
    "clickcounter.event..",
    "clickcounter.hours..",
    "clickcounter.ids..",
    "clickcounter.ledger..",
    "clickcounter.metrics..",
    "clickcounter.secret..",
    "clickcounter.service..",
    "clickcounter.states..",
    "clickcounter.wire.."
  };
  private static final String SETTINGS = "clickcounter.settings..";
  private static final String[] SPOUTS = {"clickcounter.spouts..", "clickcounter.jms.."};
  private static final String[] BOLTS = {
    "clickcounter.storm..",
    "clickcounter.counting..",
    "clickcounter.copies..",
    "clickcounter.reading..",
    "clickcounter.riak..",
    "clickcounter.store.."
  };
  private static final String[] DATA_PATH =
      and(
          and(and(CLICKS, SPOUTS), BOLTS),
          SETTINGS,
          "clickcounter.endpoint..",
          "clickcounter.topology..");
  private static final String CLI = "clickcounter.cli..";
  private static final String TOOLS = "clickcounter.tools..";
  private static final String DEVNODE = "clickcounter.devnode..";
  private static final String[] RUN = {
    "clickcounter.broker..",
    "clickcounter.local..",
    "clickcounter.cluster..",
    "clickcounter.scrape..",
    "clickcounter.status.."
  };
  private static final String[] PROOF = {
    "clickcounter.simulation..", "clickcounter.drill..", "clickcounter.fuzz.."
  };
  private static final String BENCHMARK = "clickcounter.benchmark..";
  private static final String STORM = "org.apache.storm..";
  private static final String RIAK_CLIENT = "com.basho..";
  private static final String[] JMS = {"jakarta.jms..", "javax.jms..", "org.apache.activemq.."};
  private static final int LEAST_CLASSES = 150;

  /** No tests, be they a directory or a jar. */
  static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static void allModulesAreLookedAt(JavaClasses classes) {
    assertThat(modulesByPackage(classes).values().stream().flatMap(Set::stream).distinct())
        .as("as many modules as the parent has")
        .hasSize(11);
    assertThat(classes).hasSizeGreaterThan(LEAST_CLASSES);
  }

  @ArchTest
  static void everyPackageLivesInOneModule(JavaClasses classes) {
    modulesByPackage(classes)
        .forEach((name, modules) -> assertThat(modules).as("modules of " + name).hasSize(1));
  }

  /** A module is the directory or jar that its classes come from. */
  private static Map<String, Set<String>> modulesByPackage(JavaClasses classes) {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (JavaClass each : classes) {
      String uri = each.getSource().orElseThrow().getUri().toString();
      modules
          .computeIfAbsent(each.getPackageName(), name -> new TreeSet<>())
          .add(uri.substring(0, uri.lastIndexOf("/clickcounter/")));
    }
    return modules;
  }

  @ArchTest
  static final ArchRule clicksUsesTheJdkAndJacksonsCoreOnly =
      classes()
          .that()
          .resideInAnyPackage(CLICKS)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(and(CLICKS, "java..", "com.fasterxml.jackson.core.."))
          .because("it is the kernel: the argument for exactly once, without a framework");

  @ArchTest
  static final ArchRule settingsUseTheJdkAndAYamlParserOnly =
      classes()
          .that()
          .resideInAPackage(SETTINGS)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(SETTINGS, "java..", "org.yaml.snakeyaml..")
          .because("all modules read one table by the same rules");

  @ArchTest
  static final ArchRule spoutsKnowNoBoltsAndNoRiak =
      noClasses()
          .that()
          .resideInAnyPackage(SPOUTS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(BOLTS, RIAK_CLIENT, "clickcounter.topology.."))
          .because("the data goes one way");

  @ArchTest
  static final ArchRule boltsKnowNoSpoutsAndNoJms =
      noClasses()
          .that()
          .resideInAnyPackage(BOLTS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(and(SPOUTS, JMS), "clickcounter.topology.."))
          .because("the data goes one way");

  @ArchTest
  static final ArchRule algorithmsAndStoresKnowNoStorm =
      noClasses()
          .that()
          .resideInAnyPackage(
              "clickcounter.riak..",
              "clickcounter.store..",
              "clickcounter.counting..",
              "clickcounter.copies..",
              "clickcounter.reading..",
              "clickcounter.jms..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(STORM, "clickcounter.storm..", "clickcounter.spouts..")
          .because("the algorithm is plain Java; Storm only carries it");

  @ArchTest
  static final ArchRule onlyTheRiakPackageKnowsTheRiakClient =
      noClasses()
          .that()
          .resideOutsideOfPackages("clickcounter.riak..", "clickcounter.devnode..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(RIAK_CLIENT)
          .because("everything else speaks of documents");

  @ArchTest
  static final ArchRule topologyHasNoLogicOfItsOwn =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.topology..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              and(JMS, RIAK_CLIENT, "clickcounter.document..", "clickcounter.ids.."))
          .because("it wires, and it checks settings");

  @ArchTest
  static final ArchRule replayRunsWithoutStorm =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.tools..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              STORM, "clickcounter.storm..", "clickcounter.spouts..", "clickcounter.topology..")
          .because("its tools run where no Storm is");

  @ArchTest
  static final ArchRule auditCountsByItself =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.tools..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("clickcounter.counting..")
          .because("it checks the counting, so it must not share its code");

  /** With {@code instanceof}, a case that is added later would silently be one of the others. */
  @ArchTest
  static final ArchRule answersAreDecidedByOneFunctionForEachCase =
      noClasses()
          .should(askForACaseOf(Fetched.class, Stored.class, Answer.class, SiblingMerge.class))
          .because("a caller that overlooks a case must not compile");

  private static ArchCondition<JavaClass> askForACaseOf(Class<?>... answers) {
    return new ArchCondition<>("ask for a case of " + Arrays.toString(answers)) {
      @Override
      public void check(JavaClass asking, ConditionEvents events) {
        if (Arrays.stream(answers).anyMatch(asking::isEquivalentTo)) {
          return;
        }
        for (InstanceofCheck asked : asking.getInstanceofChecks()) {
          boolean isCase =
              Arrays.stream(answers).anyMatch(answer -> asked.getRawType().isAssignableTo(answer));
          if (isCase) {
            events.add(
                SimpleConditionEvent.satisfied(
                    asking, asking.getName() + " line " + asked.getLineNumber()));
          }
        }
      }
    };
  }

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching("clickcounter.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule dataPathKnowsNoCommandsAndNothingThatRunsIt =
      noClasses()
          .that()
          .resideInAnyPackage(DATA_PATH)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(and(and(RUN, PROOF), CLI, TOOLS), DEVNODE, BENCHMARK))
          .because("it is what all the others use");

  @ArchTest
  static final ArchRule frameOfCommandsKnowsNoCommand =
      noClasses()
          .that()
          .resideInAPackage(CLI)
          .should()
          .dependOnClassesThat(resideInAPackage("clickcounter..").and(not(resideInAPackage(CLI))))
          .because("it finds the commands with a ServiceLoader");

  @ArchTest
  static final ArchRule toolsKnowNothingThatRunsTheSystem =
      noClasses()
          .that()
          .resideInAPackage(TOOLS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(and(RUN, PROOF), DEVNODE, BENCHMARK))
          .because("they are a program of their own");

  @ArchTest
  static final ArchRule developmentNodeUsesTheFrameOfCommandsOnly =
      noClasses()
          .that()
          .resideInAPackage(DEVNODE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("clickcounter..").and(not(resideInAnyPackage(DEVNODE, CLI))))
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage(STORM)
          .because("what it checks must not be made of the code that it checks");

  @ArchTest
  static final ArchRule runningSystemKnowsNoProofAndNoBenchmark =
      noClasses()
          .that()
          .resideInAnyPackage(RUN)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(PROOF, BENCHMARK))
          .because("an operator's command runs without them");

  @ArchTest
  static final ArchRule localStackAndClusterDoNotKnowEachOther =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.local..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("clickcounter.cluster..")
          .because("what both need is in broker and cli");

  @ArchTest
  static final ArchRule clusterDoesNotKnowTheLocalStack =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.cluster..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("clickcounter.local..");

  @ArchTest
  static final ArchRule proofKnowsNoBenchmark =
      noClasses()
          .that()
          .resideInAnyPackage(PROOF)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BENCHMARK);

  @ArchTest
  static final ArchRule benchmarkKnowsNoProof =
      noClasses()
          .that()
          .resideInAPackage(BENCHMARK)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PROOF);

  @ArchTest
  static final ArchRule simulationRunsTheRealCodeAndNoServer =
      noClasses()
          .that()
          .resideInAnyPackage("clickcounter.simulation..", "clickcounter.fuzz..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(and(RUN, STORM, DEVNODE, RIAK_CLIENT, "io.netty..", "jakarta.jms.."))
          .because("its time and its faults are made up");

  @ArchTest
  static final ArchRule componentsHaveNoSetters =
      methods()
          .that()
          .areDeclaredInClassesThat(areComponents())
          .should()
          .haveNameNotMatching("set[A-Z].*")
          .because("what travels to a worker is complete when it was made");

  @ArchTest
  static final ArchRule componentsExtendNoClassOfOurs =
      classes()
          .that(areComponents())
          .should(extendNoClassOfOurs())
          .andShould()
          .haveModifier(JavaModifier.FINAL)
          .because("a component is one class that carries a plain one");

  @ArchTest
  static final ArchRule abstractClassesAreCommandsOnly =
      noClasses()
          .that()
          .areNotInterfaces()
          .and()
          .areNotEnums()
          .and()
          .areNotAnnotations()
          .and(
              DescribedPredicate.describe(
                  "are no commands", each -> !each.getSimpleName().endsWith("Command")))
          .should()
          .haveModifier(JavaModifier.ABSTRACT)
          .because("we compose; only commands share a frame");

  private static DescribedPredicate<JavaClass> areComponents() {
    return assignableTo(IComponent.class).as("are components of Storm");
  }

  private static ArchCondition<JavaClass> extendNoClassOfOurs() {
    return new ArchCondition<>("extend no class of ours") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        item.getAllRawSuperclasses().stream()
            .filter(parent -> parent.getPackageName().startsWith("clickcounter"))
            .forEach(
                parent ->
                    events.add(
                        SimpleConditionEvent.violated(
                            item, item.getName() + " extends " + parent.getName())));
      }
    };
  }

  @ArchTest
  static final ArchRule onlyCommandsAndMainsPrint =
      noClasses()
          .that()
          .areNotAnnotatedWith(Command.class)
          .and()
          .haveSimpleNameNotEndingWith("Main")
          .and()
          .doNotHaveFullyQualifiedName("clickcounter.cli.Terminal")
          .should(ACCESS_STANDARD_STREAMS)
          .because("a command is a function over a stream that it is given");

  private static String[] and(String[] packages, String... more) {
    String[] all = Arrays.copyOf(packages, packages.length + more.length);
    System.arraycopy(more, 0, all, packages.length, more.length);
    return all;
  }
}
