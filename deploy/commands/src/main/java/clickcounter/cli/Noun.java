package clickcounter.cli;

import java.util.Locale;

/**
 * What commands are about, in the order of the help: the table of contents of the command line. A
 * command that has the name of its noun is the noun itself.
 */
public enum Noun {
  LOCAL("Runs the whole system on this machine, with events of its own."),
  STATUS("Says how the running system is, and whether anybody has to act."),
  CHECK("Checks what the topology needs, before it is submitted and at any time."),
  CONSOLE("Shows the running system in a browser."),
  TOPOLOGY("Submits, pauses, resumes and redeploys the topology on a Storm cluster."),
  COUNTERS("Shows counters and the events that they miss, closes them, retires old ones."),
  ADS("Shows what is stored of an ad, and its bill."),
  EVENTS("Explains where an event is, and whether it was counted."),
  ARCHIVE("Checks the files that services wrote, ships and replays their events."),
  DOCUMENTS("Compares all documents with the archives, and rebuilds those that are wrong."),
  REJECTS("Lists the lines that could not be counted, and sends them again."),
  SERIES("Prints clicks and costs by the hour, day or month, closes months."),
  STATES("Shows the states of ads as ad servers learn of them."),
  DEV("Makes test data, and what else the development of click-counter needs.");

  private final String sentence;

  Noun(String sentence) {
    this.sentence = sentence;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String sentence() {
    return sentence;
  }
}
