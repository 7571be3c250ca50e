package clickcounter.model;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Answers to questions of up to three small numbers, each found once. Not a HashMap: searches ask
 * millions of times.
 */
public final class Answers<T> {
  private static final int BITS = 21;

  private long[] questions = new long[1 << 10];
  private Object[] answers = new Object[1 << 10];
  private int size;

  public T get(int a, int b, int c, Supplier<T> answer) {
    long question = question(a, b, c);
    T known = find(question);
    if (known != null) {
      return known;
    }
    T found = answer.get(); // which may ask, too
    put(question, found);
    return found;
  }

  private static long question(int a, int b, int c) {
    if ((a | b | c) >>> BITS != 0) {
      throw new IllegalArgumentException(
          "expected numbers from 0 to 2^" + BITS + " - 1, found " + a + ", " + b + ", " + c);
    }
    return (long) a << 2 * BITS | (long) b << BITS | c;
  }

  @SuppressWarnings("unchecked")
  private T find(long question) {
    return (T) answers[slot(question)];
  }

  private void put(long question, T answer) {
    if (2 * ++size > answers.length) {
      grow();
    }
    int slot = slot(question);
    questions[slot] = question;
    answers[slot] = answer;
  }

  private int slot(long question) {
    int mask = answers.length - 1;
    int slot = (int) (question * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (answers[slot] != null && questions[slot] != question) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldQuestions = questions;
    Object[] oldAnswers = answers;
    questions = Arrays.copyOf(questions, 2 * questions.length);
    answers = new Object[2 * oldAnswers.length];
    for (int i = 0; i < oldAnswers.length; i++) {
      if (oldAnswers[i] != null) {
        int slot = slot(oldQuestions[i]);
        questions[slot] = oldQuestions[i];
        answers[slot] = oldAnswers[i];
      }
    }
  }
}
