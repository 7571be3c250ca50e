package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Races;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A task's loop between its own thread, Storm's executor and the store's threads. As if there were
 * one thread: work is done once, alone, tuples in the order in which they came.
 */
@Tag("slow")
class TaskLoopRaceTest {
  /** Only the loop's thread may touch it: nothing here is volatile or locked. */
  private static final class Task {
    final List<String> done = new ArrayList<>();

    Runnable step(String name) {
      return () -> done.add(name);
    }
  }

  /** A logger has locks and threads of its own, which are not what is tested. */
  @BeforeAll
  static void logNothing() {
    Configurator.setLevel(TaskLoop.class.getName(), Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    Configurator.setLevel(TaskLoop.class.getName(), Level.INFO);
  }

  private interface Turn {
    void turn();
  }

  private static void tupleMeetsAnswer(Executor tuples, Executor answers, Turn turns)
      throws InterruptedException {
    Task task = new Task();
    Races.runTogether(
        turns::turn,
        () -> {
          tuples.execute(task.step("tuple 1"));
          tuples.execute(task.step("tuple 2"));
        },
        () -> answers.execute(task.step("answer")));
    for (int i = 0; i < 3; i++) {
      turns.turn();
    }
    Races.require(task.done.size() == 3, "all is done once, not " + task.done);
    Races.require(
        task.done.indexOf("tuple 1") < task.done.indexOf("tuple 2"), "in the order given");
  }

  @Test
  void tuplesAndAnswersAreWorkedOnOnceAndInOrder() {
    Races.none(
        () -> {
          TaskLoop loop = new TaskLoop("loop", () -> {});
          tupleMeetsAnswer(loop::onTuple, loop, () -> loop.turn(0));
        });
  }

  @Test
  void aLoopWithAnUnguardedQueueIsFound() {
    assertThat(
            Races.found(
                () -> {
                  ArrayDeque<Runnable> queue = new ArrayDeque<>();
                  Turn turns =
                      () -> {
                        while (!queue.isEmpty()) {
                          queue.poll().run();
                        }
                      };
                  tupleMeetsAnswer(queue::add, queue::add, turns);
                }))
        .isTrue();
  }

  @Test
  void afterWorkThatFailedNothingIsDone() {
    Races.none(
        () -> {
          TaskLoop loop = new TaskLoop("loop", () -> {});
          Task task = new Task();
          loop.execute(task.step("before"));
          loop.execute(
              () -> {
                throw new IllegalStateException("broken");
              });
          loop.turn(0);
          Races.runTogether(
              () -> loop.turn(0),
              () -> {
                try {
                  loop.execute(task.step("after"));
                } catch (IllegalStateException e) {
                  Races.require(loop.failure() != null, "refused only after the failure");
                }
              });
          Races.require(List.of("before").equals(task.done), "done: " + task.done);
          Races.require(loop.failure() != null, "the failure is seen by who asks");
        });
  }
}
