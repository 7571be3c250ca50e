package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the simulation does not see, the named test of the code does. */
class UnseenMutantsTest {
  private final MutantWorlds worlds = new MutantWorlds(MutatedSources.repository());

  static List<UnseenMutant> mutants() {
    return UnseenMutants.all();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isFoundByItsTest(UnseenMutant unseen) {
    assertThatCode(() -> run(Mutant.NONE, unseen)).doesNotThrowAnyException();
    assertThatThrownBy(() -> run(unseen.mutant(), unseen)).isInstanceOf(AssertionError.class);
  }

  /** Runs a test that needs nothing before it but a new object of its class. */
  private void run(Mutant mutant, UnseenMutant unseen) throws Throwable {
    Class<?> testClass = worlds.loader(mutant).loadClass(unseen.testClass());
    Constructor<?> constructor = testClass.getDeclaredConstructor();
    Method test = testClass.getDeclaredMethod(unseen.test());
    constructor.setAccessible(true);
    test.setAccessible(true);
    try {
      test.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
