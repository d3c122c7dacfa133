import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/**
 * The log of the process: JSON lines for a supervisor, readable lines on a terminal. `level` undefined, no setting, is info in
 * JSON and warn on a terminal, where the start prints a summary of its own.
 */
export function openProcessLog(
  level: Config['logLevel'],
  stdout: { readonly isTTY?: boolean; readonly fd: number },
): Logger {
  const options = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (!stdout.isTTY) return pino({ ...options, level: level ?? 'info' });
  const lines = pretty({
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    // The name of an event is for programs; the sentence says the same.
    ignore: 'event',
    destination: stdout.fd,
  });
  return pino({ ...options, level: level ?? 'warn' }, lines);
}

/** Takes sentences about a start that takes long: to the log for a supervisor, and as plain lines to a terminal, whose log is quiet. */
export function reporter(
  log: Pick<Logger, 'info'>,
  stdout: { readonly isTTY?: boolean; write(text: string): unknown },
): (sentence: string) => void {
  return (sentence) => {
    if (stdout.isTTY) stdout.write(`  ${sentence}\n`);
    else log.info(sentence);
  };
}
