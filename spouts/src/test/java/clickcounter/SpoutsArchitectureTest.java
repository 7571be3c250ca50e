package clickcounter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies inside this module; {@code deploy/proof} has those between modules. */
@AnalyzeClasses(packages = "clickcounter", importOptions = ImportOption.DoNotIncludeTests.class)
class SpoutsArchitectureTest {
  @ArchTest
  static final ArchRule jmsWorksWithoutStorm =
      noClasses()
          .that()
          .resideInAPackage("clickcounter.jms..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.storm..", "clickcounter.spouts..", "com.codahale..")
          .because("the replay tool uses it without Storm on its class path");

  @ArchTest
  static final ArchRule spoutsKnowNoStore =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "clickcounter.store..", "clickcounter.riak..", "clickcounter.storm..", "com.basho..")
          .because("the data goes one way");

  @ArchTest
  static final ArchRule whatIsPendingIsDecidedWithoutStormOrJms =
      noClasses()
          .that()
          .haveNameMatching(
              "clickcounter\\.spouts\\.(PendingMessages|MessageSplitter|OutgoingTuple).*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.storm..", "jakarta.jms..", "org.apache.activemq..")
          .because("the algorithm is plain Java; Storm and JMS only carry it");
}
