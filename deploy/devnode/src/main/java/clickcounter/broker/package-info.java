/** ActiveMQ in a process, for trying and for tests. */
package clickcounter.broker;
