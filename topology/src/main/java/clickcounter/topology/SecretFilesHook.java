package clickcounter.topology;

import clickcounter.secret.SecretSource;
import java.util.List;
import java.util.Map;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns in each worker, when it starts, of secrets that every user of its host may read. */
final class SecretFilesHook extends BaseWorkerHook {
  private static final Logger LOG = LoggerFactory.getLogger(SecretFilesHook.class);

  private final List<SecretSource> files;

  SecretFilesHook(List<SecretSource> files) {
    this.files = List.copyOf(files);
  }

  @Override
  public void start(Map<String, Object> configuration, WorkerUserContext context) {
    warnings().forEach(LOG::warn);
  }

  List<String> warnings() {
    return files.stream().flatMap(file -> file.warning().stream()).toList();
  }
}
