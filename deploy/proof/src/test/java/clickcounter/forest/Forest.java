package clickcounter.forest;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.dtree.CARTClassificationTrainer;
import org.tribuo.classification.ensemble.VotingCombiner;
import org.tribuo.common.tree.RandomForestTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** A random forest of Tribuo that tells clicks of machines from others. */
final class Forest {
  private static final int TREES = 40;
  private static final int DEPTH = 10;

  /** The share of its features that each split of a tree looks at. */
  private static final float FEATURES = 0.4f;

  /** Kept, so that its level is: Tribuo names each tree. */
  private static final Logger LOG = Logger.getLogger("org.tribuo");

  private static final Label MACHINE = new Label("machine");
  private static final Label PERSON = new Label("person");

  private final Model<Label> model;

  private Forest(Model<Label> model) {
    this.model = model;
  }

  /**
   * Learns from a day. The same day and seed give the same forest.
   *
   * @param machines ids of the clicks that machines made
   */
  static Forest train(Features features, Set<String> machines, long seed) {
    LOG.setLevel(Level.WARNING);
    OffsetDateTime always = OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    LabelFactory labels = new LabelFactory();
    MutableDataset<Label> examples =
        new MutableDataset<>(new SimpleDataSourceProvenance("day", always, labels), labels);
    for (Features.Click click : features.clicks()) {
      Label label = machines.contains(click.id()) ? MACHINE : PERSON;
      examples.add(new ArrayExample<>(label, features.names(), click.values()));
    }
    CARTClassificationTrainer trees = new CARTClassificationTrainer(DEPTH, FEATURES, false, seed);
    return new Forest(
        new RandomForestTrainer<>(trees, new VotingCombiner(), TREES, seed).train(examples));
  }

  /**
   * Finds clicks of machines.
   *
   * @param least share of the trees that have to say that it was a machine
   * @return their ids, in the order of the features
   */
  List<String> find(Features features, double least) {
    List<String> found = new ArrayList<>();
    for (Features.Click click : features.clicks()) {
      ArrayExample<Label> example =
          new ArrayExample<>(LabelFactory.UNKNOWN_LABEL, features.names(), click.values());
      if (model.predict(example).getOutputScores().get("machine").getScore() >= least) {
        found.add(click.id());
      }
    }
    return found;
  }
}
