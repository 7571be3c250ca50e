/**
 * The frame of all commands: {@link clickcounter.cli.Clicks} finds them by {@link
 * clickcounter.cli.CommandGroup}; {@link clickcounter.cli.ExitCode} is the table of exit codes,
 * {@link clickcounter.cli.CommandFrame} what happens on wrong usage and on a crash, {@link
 * clickcounter.cli.Terminal} where a command writes. It knows no command, and nothing of the data
 * path knows it.
 */
package clickcounter.cli;
