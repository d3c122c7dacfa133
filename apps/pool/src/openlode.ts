import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { AdminRefusal } from './edges/admin/admin-client.ts';
import { runCommand } from './edges/cli/run-command.ts';
import { readActor } from './app/actor.ts';
import { diagnose } from './app/doctor.ts';
import { isOperatorsOwn, type OperatorFiles, operatorActions } from './app/operator-actions.ts';
import { readConfig } from './config.ts';
import { buildVersion } from './build-version.ts';
import { checkSettingsFile } from './settings-file.ts';
import { crashAt } from './crash-at.ts';
import { describeStartFault } from './start-fault.ts';

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
    {
      connect: () => {
        const actor = readActor(process.env, userInfo().username);
        const config = readConfig(process.env, process.cwd());
        if (config.crashAt !== undefined) crashAt(config.crashAt);
        return operatorActions(config, files, actor);
      },
      diagnose: () => diagnose(process.env, process.cwd(), files),
      checkSettings: async (file) => checkSettingsFile(readFileSync(file, 'utf8'), process.cwd()),
    },
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
