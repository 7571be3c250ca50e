/** ActiveMQ in a process, for trying and for tests, and how many messages wait in a queue. */
package clickcounter.broker;
