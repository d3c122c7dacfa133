import { release, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { buildVersion } from './build-version.ts';
import { type Config, readConfig } from './config.ts';
import { crashAt } from './domain/kernel/crash-at.ts';
import { lockDirectory } from './runtime/database/directory-lock.ts';
import { openProcessLog, reporter } from './process-log.ts';
import { awaitClock } from './app/await-clock.ts';
import { endOnSignal } from './app/end-on-signal.ts';
import { refuseLeftWork } from './app/processes/left-work.ts';
import { configOfProcess, processPlace } from './app/processes/process-settings.ts';
import { reportOpen, runProcesses } from './app/processes/run-processes.ts';
import { describeStartFault } from './app/start-fault.ts';
import { allRoles } from './settings/role-settings.ts';
import { startSummary } from './start-summary.ts';
import { isSimulated } from './domain/kernel/pool-kind.ts';

/** The process: settings, log, signals. Everything else is composed. */
async function main(config: Config, log: Logger, isByItself: boolean): Promise<void> {
  if (config.crashAt !== undefined) crashAt(config.crashAt);
  log.info(versions(), 'the pool starts');
  await awaitClock(Date.now, log);
  // Lock the data directory before the slow imports, so that a second instance fails immediately.
  const lock = lockDirectory(config.dataDirectory);
  if (isByItself) refuseLeftWork(config.dataDirectory, 1);
  const { startPool } = await import('./app.ts');
  const pool = await startPool(
    config,
    lock,
    {
      databaseWorker: new URL('./pglite-worker.js', import.meta.url),
      creditWorker: new URL('./credit-worker.js', import.meta.url),
      searchWorker: new URL('./search-worker.js', import.meta.url),
      powWorker: new URL('./pow-worker.js', import.meta.url),
      powModules: new URL('./pow/', import.meta.url),
      preparedDatabase: new URL('./prepared-database/', import.meta.url),
      migrations: new URL('./migrations/', import.meta.url),
      site: fileURLToPath(new URL('../../web/dist', import.meta.url)),
      news: new URL('../../../content/news/', import.meta.url),
      support: new URL('../../../content/support/', import.meta.url),
    },
    { log, report: reporter(log, process.stdout) },
  );
  const elsewhere = allRoles.filter((role) => !config.roles.has(role));
  if (elsewhere.length > 0)
    log.info(
      { roles: [...config.roles], elsewhere },
      'this process does a part of what the pool does; others have to do the rest',
    );
  log.info({ url: pool.url, servers: pool.servers, sandbox: isSimulated(pool.kind) }, 'the pool is open');
  if (process.stdout.isTTY) process.stdout.write(startSummary({ ...pool, ...whereDataLies(config) }));

  const stop = endOnSignal(pool, {
    drainMs: config.drainMs,
    log,
    exit: (exitCode) => process.exit(exitCode),
    steadyNow: () => performance.now(),
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  reportOpen(stop);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

/** What a report of a fault has to name. */
function versions(): Readonly<Record<string, string | number>> {
  const { pid, version: node, platform, arch } = process;
  return {
    version: buildVersion(),
    node,
    platform: `${platform} ${release()} ${arch}`,
    user: userInfo().username,
    pid,
  };
}

function whereDataLies(config: Config): { dataDirectory: string; database: string | undefined } {
  const { host, pathname } = new URL(config.databaseUrl ?? 'file:');
  const database = config.databaseUrl === undefined ? undefined : `${host}${pathname}`;
  return { dataDirectory: config.dataDirectory, database };
}

/** Says once, in words, why the pool did not start: on a terminal for a person, else in the log and on standard error. */
function reportStartFault(error: unknown, log: Logger): void {
  const { message, exitCode, isExpected } = describeStartFault(error);
  if (!process.stdout.isTTY) log.fatal(isExpected ? {} : { err: error }, message);
  const shown = isExpected ? message : String((error as Error).stack ?? error);
  process.stderr.write(`${shown}\n`);
  process.exit(exitCode);
}

const place = processPlace(process.argv);
// It is for the process that started this one; what sends it to all of them at once must not end any.
if (place !== undefined) process.on('SIGHUP', () => undefined);
const openLog = (level: Config['logLevel']): Logger => {
  const opened = openProcessLog(level, process.stdout);
  return place === undefined ? opened : opened.child({ process: place.number });
};
let log = openLog(undefined);
try {
  const config = readConfig(process.env, process.cwd());
  log = openLog(config.logLevel);
  if (place !== undefined) await main(configOfProcess(config, place), log, false);
  else if (config.stratumProcesses > 1) await runProcesses(config, log);
  else await main(config, log, true);
} catch (error) {
  reportStartFault(error, log);
}
