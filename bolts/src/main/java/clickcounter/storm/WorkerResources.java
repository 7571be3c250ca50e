package clickcounter.storm;

import clickcounter.counting.HeldEventsBudget;
import clickcounter.states.StateSink;
import clickcounter.store.DocumentStore;
import clickcounter.store.HandingOverStore;
import clickcounter.views.ViewCache;
import clickcounter.views.ViewSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.storm.task.TopologyContext;

/**
 * What the tasks of one worker share: the store's connections, the view cache, the budget of held
 * events and the sink of states. Closed with the last lease.
 */
final class WorkerResources {
  private static final Map<String, WorkerResources> OPEN = new HashMap<>();

  private final DocumentStore store;
  private final ViewCache views;
  private final ExecutorService viewReader;
  private HeldEventsBudget heldEvents;
  private StateSink states;
  private int leases;

  private WorkerResources(DocumentStore store, ViewSettings settings) {
    this.store = store;
    // A thread of its own: the document of a counter with a million gaps takes a while to read.
    this.viewReader = Executors.newSingleThreadExecutor(WorkerResources::viewThread);
    this.views = new ViewCache(new HandingOverStore(store, viewReader), settings, Clocks::millis);
  }

  private static Thread viewThread(Runnable work) {
    Thread thread = new Thread(work, "views");
    thread.setDaemon(true);
    return thread;
  }

  /** One task's use of the shared resources. */
  record Lease(String key, DocumentStore store, ViewCache views) implements AutoCloseable {
    HeldEventsBudget heldEvents(int most) {
      return budget(key, most);
    }

    /**
     * The sink of all ads tasks together.
     *
     * @param factory null if no states are sent
     * @return null then
     */
    StateSink states(StateSinkFactory factory) {
      return factory == null ? null : sink(key, factory);
    }

    @Override
    public void close() {
      release(key);
    }
  }

  /**
   * How many tasks of this task's component run in this worker, at least 1: they share its bounds.
   */
  static int tasksOf(TopologyContext context) {
    long tasks =
        context.getThisWorkerTasks().stream()
            .filter(task -> context.getThisComponentId().equals(context.getComponentId(task)))
            .count();
    return (int) Math.max(1, tasks);
  }

  /** Opens the resources of this worker, or shares those that another task opened. */
  static Lease acquire(TopologyContext context, StoreFactory factory, ViewSettings settings) {
    // In a LocalCluster several workers live in one JVM: the port tells them apart.
    return acquire(context.getStormId() + ':' + context.getThisWorkerPort(), factory, settings);
  }

  static synchronized Lease acquire(String key, StoreFactory factory, ViewSettings settings) {
    WorkerResources resources = OPEN.get(key);
    if (resources == null) {
      resources = new WorkerResources(factory.open(), settings);
      OPEN.put(key, resources);
    }
    resources.leases++;
    return new Lease(key, resources.store, resources.views);
  }

  private static synchronized HeldEventsBudget budget(String key, int most) {
    WorkerResources resources = OPEN.get(key);
    if (resources.heldEvents == null) {
      resources.heldEvents = new HeldEventsBudget(most);
    }
    return resources.heldEvents;
  }

  private static synchronized StateSink sink(String key, StateSinkFactory factory) {
    WorkerResources resources = OPEN.get(key);
    if (resources.states == null) {
      resources.states = factory.open();
    }
    return resources.states;
  }

  private static synchronized void release(String key) {
    WorkerResources resources = OPEN.get(key);
    if (resources != null && --resources.leases == 0) {
      OPEN.remove(key);
      resources.store.close();
      resources.viewReader.shutdown();
      if (resources.states != null) {
        resources.states.close();
      }
    }
  }
}
