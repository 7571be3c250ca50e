package clickcounter.traffic;

import clickcounter.service.EventNotWrittenException;

/** What people and advertisers do at services. Called by the threads of all services. */
public interface AdTraffic {
  /** One thing happens at this service: an event as a rule, or nothing. */
  void next(Service service) throws EventNotWrittenException;

  interface Service {
    void impression(String adId) throws EventNotWrittenException;

    /** The click may be filtered, or judged later. */
    void click(String adId, long costMicros) throws EventNotWrittenException;

    void budget(String adId, long budgetMicros) throws EventNotWrittenException;
  }
}
