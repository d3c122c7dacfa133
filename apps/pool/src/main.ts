import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { crashAt } from './crash-at.ts';
import { DirectoryInUse, lockDirectory } from './db/directory-lock.ts';
import { BrokenChain } from './services/ledger/refuse-broken-chain.ts';
import { SandboxWall } from './services/pool/claim-database.ts';

const stopWithinMs = 15_000;
const impatientAfterMs = 2000;

/** The process: settings, log, signals. Everything else is composed. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  if (config.crashAt !== undefined) crashAt(config.crashAt);
  const log = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  // First of all, and before most of the program is even read: who is second hears of it at once.
  const lock = lockDirectory(config.dataDirectory);
  const { composePool } = await import('./compose-pool.ts');
  const pool = await composePool(
    config,
    lock,
    {
      databaseWorker: new URL('./pglite-worker.js', import.meta.url),
      preparedDatabase: new URL('./prepared-database/', import.meta.url),
      migrations: new URL('./migrations/', import.meta.url),
      site: fileURLToPath(new URL('../../web/dist', import.meta.url)),
      news: new URL('../../../content/news/', import.meta.url),
      support: new URL('../../../content/support/', import.meta.url),
      releases: new URL('../../../content/releases/', import.meta.url),
    },
    log,
  );
  log.info({ url: pool.url, servers: pool.servers, sandbox: true }, 'the pool is open');
  if (process.stdout.isTTY) process.stdout.write(welcome(pool.url, pool.servers));

  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // Ctrl+C reaches a process under npm twice at once; asked again after a while, it means now.
      if (performance.now() - stoppingSince > impatientAfterMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'the pool closes');
    setTimeout(() => {
      log.error('the pool did not close in time');
      process.exit(1);
    }, stopWithinMs).unref();
    void pool.stop().then(() => {
      log.info('the pool is closed');
      process.exit(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught');
    process.exit(1);
  });
}

function welcome(url: string, servers: readonly { algorithm: string; address: string }[]): string {
  const lines = servers.map(({ algorithm, address }) => `  ${algorithm} miners: ${address}`);
  return [
    '',
    `  Openlode sandbox: ${url}`,
    ...lines,
    '  Nothing here has value. Ctrl+C closes it.',
    '',
    '',
  ].join('\n');
}

try {
  await main();
} catch (error) {
  // These are the operator's to mend, so they get their sentence and no stack.
  const known =
    error instanceof ConfigError ||
    error instanceof DirectoryInUse ||
    error instanceof SandboxWall ||
    error instanceof BrokenChain;
  process.stderr.write(`${known ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
