/** The command ads statement: from which a bill can be checked line by line. */
package clickcounter.tools.statement;
