package clickcounter.simulation;

/** What is counted in a life. */
enum Tally {
  LIVES,
  EVENTS,
  /** Events that a service could not write. */
  REFUSED_EVENTS,
  ARCHIVE_TROUBLES,
  /** Processes of services that died. */
  DEATHS,
  SERVICE_CLOCK_JUMPS,
  REDELIVERIES,
  TIME_OUTS,
  CRASHES,
  OVERLAPS,
  SIBLINGS,
  DOUBTS,
  /** Puts that the store refused for good. */
  REFUSED,
  /** Replicas that lost their data and were rebuilt before they served. */
  REBUILT,
  /** Replicas that came back empty and served. */
  EMPTIED,
  /** Workers that started with a clock that was wrong. */
  SKEWED,
  CLOCK_JUMPS,
  /** Documents that a task counted no more on, each time. */
  BLOCKED,
  /** Ads that operators recounted. */
  RECOUNTS,
  /** Counters that operators recounted, with all ads of their events. */
  RECOUNTS_OF_COUNTERS,
  /** Recounts that were refused, because the archives lagged. */
  RECOUNTS_REFUSED,
  /** Commands of operators whose process died. */
  COMMANDS_KILLED,
  /** Hours with events of documents that were put. */
  HOURS_IN_WINDOW,
  /** Hours with events that a document which was put does not have: they are too old. */
  HOURS_BEHIND_WINDOW,
  /** Hours of documents that were put, in which more was taken back than charged. */
  HOURS_BELOW_ZERO,
  /** Clicks that were filtered, and verdicts on clicks. */
  JUDGED,
  /** States of ads that reached their topic. */
  STATES_SENT,
  /** Times that an ad server lost its connection. */
  ABSENCES,
  /** Counters that operators closed, or opened again. */
  CLOSES,
  /** Counters that operators entered among the retired. */
  RETIRED,
  /** Documents of retired counters that operators deleted. */
  DELETED,
  /** Of them, those of counters that operators had closed. */
  DELETED_CRASHED
}
