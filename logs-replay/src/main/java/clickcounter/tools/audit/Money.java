package clickcounter.tools.audit;

/**
 * What the numbers mean in money.
 *
 * @param certainMicros the spend of ads whose documents equal the archive
 * @param atRiskMicros by how much the missing events of the archive will change the spend
 * @param unknownAtMostMicros what the ids that no file has may have cost, were each a click at the
 *     highest price seen
 * @param wrongMicros what the wrong documents say is spent
 */
public record Money(
    long certainMicros, long atRiskMicros, long unknownAtMostMicros, long wrongMicros) {}
