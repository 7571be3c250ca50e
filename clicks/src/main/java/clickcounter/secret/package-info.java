/**
 * Where passwords are read from: {@link clickcounter.secret.SecretSource}. Settings carry the place
 * of a secret, never the secret.
 */
package clickcounter.secret;
