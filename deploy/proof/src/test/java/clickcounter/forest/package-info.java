/**
 * An example of a judge that is no rule: a random forest (Tribuo) finds clicks of machines. It asks
 * the table of archives for features of each click, and writes verdicts by the classes of {@link
 * clickcounter.tools.judge}, as author {@code forest}. Nothing that counts, and no tool, knows it.
 *
 * <p>It was never tried on real clicks: one engineer made both the machines of {@code GeneratedDay}
 * and the features. The figures in {@code deploy/RESULTS.md} show that the path works, and how much
 * worse the forest finds machines that it was not trained on. Do not expect them of real traffic.
 *
 * <p>For real clicks, train on clicks that people judged, of a day on which the model is not tried.
 * Train again when the score falls. Give every trained model another version: the verdicts' reason
 * ({@code forest@2}) and counter have it, and a model that finds fewer clicks gives the others
 * back. Demand most trees (90 %) before money is taken back.
 */
package clickcounter.forest;
