import manifest from '../package.json' with { type: 'json' };
import { AdminRefusal } from './admin/admin-client.ts';
import { runCommand } from './cli/run-command.ts';
import { ConfigError, readConfig } from './config.ts';
import { isOperatorsOwn, operatorActions } from './operator-actions.ts';

/** The process of the operator's commands: settings, arguments, exit code. What it cannot do or tell ends with 2. */
try {
  process.exitCode = await runCommand(
    process.argv.slice(2),
    manifest.version,
    () =>
      operatorActions(readConfig(process.env, process.cwd()), {
        databaseWorker: new URL('./pglite-worker.js', import.meta.url),
        preparedDatabase: new URL('./prepared-database/', import.meta.url),
        migrations: new URL('./migrations/', import.meta.url),
      }),
    {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
    },
  );
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof AdminRefusal || isOperatorsOwn(error);
  process.stderr.write(`${isKnown ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 2;
}
