package clickcounter.checks;

import static clickcounter.checks.Layer.BOLTS;
import static clickcounter.checks.Layer.DEVNODE;
import static clickcounter.checks.Layer.ENDPOINT;
import static clickcounter.checks.Layer.KERNEL;
import static clickcounter.checks.Layer.LOCAL;
import static clickcounter.checks.Layer.PROOF;
import static clickcounter.checks.Layer.QUEUE;
import static clickcounter.checks.Layer.RUN;
import static clickcounter.checks.Layer.SETTINGS;
import static clickcounter.checks.Layer.SPOUTS;
import static clickcounter.checks.Layer.TOOLS;
import static clickcounter.checks.Layer.TOPOLOGY;
import static clickcounter.checks.Layer.packagesOf;
import static clickcounter.checks.Layer.packagesOfAllBut;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdTotals;
import clickcounter.hours.RecentHours;
import clickcounter.ledger.SiblingMerge;
import clickcounter.reading.Answer;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
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
import java.util.regex.Pattern;
import org.apache.storm.topology.IComponent;
import picocli.CommandLine.Command;

/** Which module may use what. */
@AnalyzeClasses(packages = "clickcounter", importOptions = ArchitectureTest.MainClasses.class)
class ArchitectureTest {
  private static final String STORM = "org.apache.storm..";
  private static final String RIAK_CLIENT = "com.basho..";
  private static final String[] JMS = {"jakarta.jms..", "javax.jms..", "org.apache.activemq.."};

  /** No tests, be they a directory or a jar; of the proof, which is test code, what is no test. */
  static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      boolean isTest = location.contains("/test-classes/") || location.contains("-tests.jar");
      boolean isProof =
          Layer.PROOF.packages().stream()
              .anyMatch(
                  name -> location.contains("/proof/target/test-classes/clickcounter/" + name));
      return !isTest || isProof && !location.matches(Pattern.compile(".*Test(\\$.*)?\\.class"));
    }
  }

  @ArchTest
  static void everyPackageIsInOneLayer(JavaClasses classes) {
    for (JavaClass each : classes) {
      assertThat(Layer.of(each))
          .as("layers of package %s, see Layer", each.getPackageName())
          .hasSize(1);
    }
  }

  /** Otherwise the rules would pass without having seen the classes. */
  @ArchTest
  static void everyPackageOfTheMapIsLookedAt(JavaClasses classes) {
    assertThat(modulesByPackage(classes).values().stream().flatMap(Set::stream).distinct())
        .as("modules with main code")
        .hasSize(Layer.modules().size());
    for (Layer layer : Layer.values()) {
      for (String name : layer.packages()) {
        assertThat(modulesByPackage(classes).keySet())
            .as("packages with classes")
            .contains("clickcounter." + name);
      }
    }
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
  static final ArchRule layersUseWhatTheMapSays =
      classes()
          .should(useTheLayersThatTheMapSays())
          .because("the data goes one way, and what checks the data path is no part of it");

  private static ArchCondition<JavaClass> useTheLayersThatTheMapSays() {
    return new ArchCondition<>("use only the layers that Layer lists for theirs") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (Dependency each : item.getDirectDependenciesFromSelf()) {
          for (Layer from : Layer.of(item)) {
            for (Layer to : Layer.of(each.getTargetClass().getBaseComponentType())) {
              if (!from.mayUse(to)) {
                events.add(
                    SimpleConditionEvent.violated(
                        item, from + " may not use " + to + ": " + each.getDescription()));
              }
            }
          }
        }
      }
    };
  }

  @ArchTest
  static final ArchRule kernelUsesTheJdkAndJacksonsCoreOnly =
      classes()
          .that()
          .resideInAnyPackage(packagesOf(KERNEL))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              and(packagesOf(KERNEL), "java..", "javax.crypto..", "com.fasterxml.jackson.core.."))
          .because("it is the argument for exactly once, without a framework");

  @ArchTest
  static final ArchRule settingsUseTheJdkAndAYamlParserOnly =
      classes()
          .that()
          .resideInAnyPackage(packagesOf(SETTINGS))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              and(
                  packagesOf(SETTINGS),
                  "java..",
                  "com.sun.security.auth..",
                  "org.yaml.snakeyaml.."))
          .because("all modules read one table by the same rules");

  @ArchTest
  static final ArchRule algorithmsStoresAndToolsKnowNoStorm =
      noClasses()
          .that()
          .resideInAnyPackage(
              packagesOfAllBut(SPOUTS, BOLTS, ENDPOINT, TOPOLOGY, RUN, LOCAL, PROOF))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(STORM)
          .because("the algorithm is plain Java, and the tools run where no Storm is");

  @ArchTest
  static final ArchRule onlyTheQueueToolsAndServersKnowJms =
      noClasses()
          .that()
          .resideInAnyPackage(packagesOfAllBut(QUEUE, SPOUTS, TOOLS, DEVNODE, RUN, LOCAL, PROOF))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(JMS)
          .because("everything else speaks of events");

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
          .resideInAnyPackage(packagesOf(TOPOLOGY))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("clickcounter.document..", "clickcounter.ids..")
          .because("it wires, and it checks settings");

  /**
   * The map keeps package counting away from all tools. How siblings are merged is not computed
   * twice: the audit compares what a reader of the merged document gets.
   */
  @ArchTest
  static final ArchRule auditCountsByItself =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.tools.audit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("clickcounter.ledger..", "clickcounter.counting..")
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(AdTotals.class).or(assignableTo(RecentHours.class))))
                  .and(target(nameMatching("add.*|include.*"))))
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
  static final ArchRule clusterDoesNotKnowTheLocalStack =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.devcluster..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("clickcounter.local..");

  @ArchTest
  static final ArchRule simulationRunsTheRealCodeAndNoServer =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.simulation..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              and(packagesOf(BOLTS, TOPOLOGY, DEVNODE, RUN, LOCAL), "io.netty..", STORM))
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
          .resideOutsideOfPackages(packagesOf(PROOF))
          .and()
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
