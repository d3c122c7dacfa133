import { runCommandLine } from './run-command-line.ts';
import { framesOf } from './frames-of.ts';
import { scryptCost } from './keystore/keystore.ts';

/** The process of the signer and of its commands: arguments, standard input, exit code. 2: not done. */

// An error that is not caught is printed with its message, and a message may quote what a function was given.
process.on('uncaughtException', (error) => {
  process.stderr.write(`the signer failed\n${framesOf(error)}\n`);
  process.exit(70);
});
process.umask(0o077);
const write = (stream: NodeJS.WriteStream) => (sentence: string) => {
  stream.write(`${sentence}\n`);
};
const { exitCode, close } = await runCommandLine(
  process.argv.slice(2),
  { input: process.stdin, out: write(process.stdout), now: Date.now, scryptCost },
  write(process.stderr),
);
process.exitCode = exitCode;
if (close !== undefined)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void close().then(() => process.exit(0));
    });
