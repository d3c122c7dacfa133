import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { AdminRefusal } from './edges/operator/admin-client.ts';
import { runCommand } from './edges/operator/run-command.ts';
import { readActor, readLogin } from './app/actor.ts';
import { isOperatorsOwn, operatorTransport } from './app/operator-actions.ts';
import type { OperatorFiles } from './app/pool-files.ts';
import { buildVersion } from './build-version.ts';
import { readConfig } from './config.ts';
import { crashAt } from './domain/kernel/crash-at.ts';
import { describeStartFault } from './app/start-fault.ts';

/** Asks on the error stream: what is printed on the other may be read by a program. */
async function askForYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`${question} (yes/no) `)).trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
}

const files: OperatorFiles = {
  databaseWorker: new URL('./pglite-worker.js', import.meta.url),
  preparedDatabase: new URL('./prepared-database/', import.meta.url),
  migrations: new URL('./migrations/', import.meta.url),
  news: new URL('../../../content/news/', import.meta.url),
};

/** The process of the operator's commands: settings, arguments, exit code. What it cannot do or tell ends with 2. */
try {
  process.exitCode = await runCommand(
    process.argv.slice(2),
    buildVersion(),
    operatorTransport(
      {
        environment: process.env,
        settings: () => {
          const config = readConfig(process.env, process.cwd());
          if (config.crashAt !== undefined) crashAt(config.crashAt);
          return config;
        },
        actor: () => readActor(process.env, userInfo().username, readLogin()),
      },
      files,
    ),
    {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      ...(process.stdin.isTTY && process.stderr.isTTY ? { confirm: askForYes } : {}),
    },
  );
} catch (error) {
  // Faults of the system (a disk, a port, the database) have the sentences of a start.
  const { message, isExpected } = describeStartFault(error);
  const isKnown = isExpected || error instanceof AdminRefusal || isOperatorsOwn(error);
  process.stderr.write(`${isKnown ? message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 2;
}
