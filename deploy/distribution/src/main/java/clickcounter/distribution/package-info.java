/** Packs the distribution at build time. Nothing of it is in the distribution. */
package clickcounter.distribution;
