import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { coins } from '@openlode/catalogue/coins';
import { samplePrices } from '@openlode/catalogue/sample-prices';
import { connectAdmin } from '../edges/operator/admin-client.ts';
import { adminSocketName } from '../edges/operator/admin-socket.ts';
import type { Diagnosis } from '../edges/operator/contexts.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Database } from '../runtime/database/database.ts';
import { DirectoryInUse, lockDirectory } from '../runtime/database/directory-lock.ts';
import { BrokenPooler, refuseBrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import { openDatabase } from '../runtime/database/open-database.ts';
import { readMigrations } from '../domain/operations/backup/read-migrations.ts';
import { readSuspensions } from '../domain/payouts/suspensions.ts';
import { compareSecret, hasSecret } from '../domain/operations/claim-secret.ts';
import { createClockWatch } from '../domain/payouts/clock-watch.ts';
import { parseTlsCertificate } from '../edges/stratum/tls-certificate.ts';
import { tlsCertificateFile } from '../edges/stratum/tls-context.ts';
import { countParked } from '../domain/views/count-parked.ts';
import { UnfinishedMove } from '../domain/operations/backup/unfinished-move.ts';
import { UnfinishedRestore } from '../domain/operations/backup/unfinished-restore.ts';
import { refuseRetiredDirectory, RetiredDirectory } from './data-directory-state.ts';
import { refuseOtherLedger } from './refuse-other-ledger.ts';
import { portsOf } from './mine-algorithm.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import type { OperatorFiles } from './operator-actions.ts';
import { findSecret } from './secret-file.ts';

const gibibyte = 2 ** 30;
const patienceMs = 3000;

const well = (subject: string, found: string): Diagnosis => ({ subject, state: 'well', found, advice: '' });
const warning = (subject: string, found: string, advice: string): Diagnosis => ({
  subject,
  state: 'warning',
  found,
  advice,
});
const ill = (subject: string, found: string, advice: string): Diagnosis => ({
  subject,
  state: 'ill',
  found,
  advice,
});

/** Looks at everything that a pool stands on, whether it runs or not, and says what to do. Changes nothing. */
export async function diagnose(
  environment: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
  files: OperatorFiles,
): Promise<readonly Diagnosis[]> {
  let config: Config;
  try {
    config = readConfig(environment, workingDirectory);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .map((fault) =>
        ill('settings', fault, 'Correct it where the pool gets its environment, and ask again.'),
      );
  }
  const runs = await doesRun(config);
  return [
    ...settings(config),
    ...directory(config, runs),
    ...certificate(config, Date.now()),
    await disk(config),
    ...(await ports(config, runs)),
    ...(await database(config, files, runs)),
    ...(await relay(config)),
    ...rates(config),
  ];
}

function settings(config: Config): Diagnosis[] {
  const found: Diagnosis[] = [];
  if (config.host === 'localhost')
    found.push(
      warning('settings', 'OPENLODE_HOST is localhost', 'Set the name that miners elsewhere can connect to.'),
    );
  if (config.publicUrl === null)
    found.push(
      warning(
        'settings',
        'OPENLODE_PUBLIC_URL is not set',
        'Set where visitors find the site, for links in search engines.',
      ),
    );
  if (config.operator.contact === null)
    found.push(
      warning(
        'settings',
        'OPENLODE_OPERATOR_CONTACT is not set',
        'Say how miners reach you: payouts will raise questions.',
      ),
    );
  if (config.sandboxControl !== undefined)
    found.push(
      warning(
        'settings',
        'OPENLODE_SANDBOX_CONTROL is set',
        'It moves the clock, for suites: leave it out of a pool that people use.',
      ),
    );
  return found.length === 0 ? [well('settings', 'complete')] : found;
}

function directory({ dataDirectory }: Config, runs: boolean): Diagnosis[] {
  if (!existsSync(dataDirectory))
    return [
      warning(
        'data directory',
        `${dataDirectory} is not there`,
        'It is made at the first start; check OPENLODE_DATA if there was one.',
      ),
    ];
  const found: Diagnosis[] = [];
  const mode = statSync(dataDirectory).mode & 0o777;
  if ((mode & 0o077) !== 0)
    found.push(
      warning(
        'data directory',
        `others may look into ${dataDirectory} (mode ${mode.toString(8)})`,
        `chmod 700 ${dataDirectory}`,
      ),
    );
  const secret = join(dataDirectory, 'secret');
  if (!existsSync(secret))
    found.push(
      warning(
        'secret',
        'there is none yet',
        'It is made at the first start; if accounts exist, restore it from a backup first.',
      ),
    );
  else if ((statSync(secret).mode & 0o077) !== 0)
    found.push(ill('secret', 'others may read it', `chmod 600 ${secret}`));
  else found.push(well('secret', 'there, and for its owner only'));
  return [...found, well('pool', runs ? 'runs on this directory' : 'does not run on this directory')];
}

const warnDaysBefore = 14;
const dayMs = 86_400_000;

/** The certificate of the TLS ports: whether miners can use it, for how long, and whether it has this server's name. */
function certificate({ dataDirectory, host }: Config, now: number): Diagnosis[] {
  const path = join(dataDirectory, tlsCertificateFile);
  if (!existsSync(path)) return [];
  const subject = 'certificate';
  try {
    const { cert, expiresAt } = parseTlsCertificate(path, readFileSync(path, 'utf8'));
    const leaf = new X509Certificate(cert);
    const day = new Date(expiresAt).toISOString().slice(0, 10);
    if (expiresAt < now) return [ill(subject, `expired on ${day}`, `Put a renewed one into ${path}.`)];
    if (leaf.checkHost(host) === undefined && leaf.checkIP(host) === undefined)
      return [
        warning(
          subject,
          `does not name ${host}`,
          `Replace ${path}, or remove it: the next start makes a self-signed one.`,
        ),
      ];
    if (expiresAt < now + warnDaysBefore * dayMs)
      return [warning(subject, `expires on ${day}`, `Put a renewed one into ${path}.`)];
    return [well(subject, `valid until ${day}`)];
  } catch (error) {
    return [ill(subject, (error as Error).message, 'Miners cannot connect over TLS until it is repaired.')];
  }
}

async function disk({ dataDirectory }: Config): Promise<Diagnosis> {
  const place = existsSync(dataDirectory) ? dataDirectory : '.';
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const text = `${(free / gibibyte).toFixed(1)} GiB free`;
  if (free < gibibyte)
    return ill('disk', text, 'Make room now: on a full disk shares wait and are refused in the end.');
  if (free < 5 * gibibyte) return warning('disk', text, 'Make room, or move OPENLODE_DATA to a larger disk.');
  return well('disk', text);
}

async function doesRun({ dataDirectory }: Config): Promise<boolean> {
  const admin = await connectAdmin(join(dataDirectory, adminSocketName)).catch(() => undefined);
  admin?.close();
  return admin !== undefined;
}

async function ports(config: Config, runs: boolean): Promise<Diagnosis[]> {
  if (runs)
    return config.databaseUrl === undefined
      ? [await health(config), await runningClock(config)]
      : [await health(config)];
  const wanted = [
    { host: config.httpBind, port: config.httpPort, what: 'the site', setting: 'OPENLODE_PORT' },
    { host: config.opsBind, port: config.opsPort, what: 'health and metrics', setting: 'OPENLODE_OPS_PORT' },
    ...minedAlgorithms.flatMap((mined) =>
      portsOf(mined, config).flatMap(({ tcp, tls }) =>
        [tcp, tls].map((port) => ({
          host: config.stratumBind,
          port,
          what: mined.code,
          setting: 'OPENLODE_STRATUM_BASE',
        })),
      ),
    ),
  ];
  const taken: Diagnosis[] = [];
  for (const { host, port, what, setting } of wanted) {
    const fault = await whyNotFree(host, port);
    if (fault !== undefined)
      taken.push(
        ill('ports', `${port} (${what}): ${fault}`, `End what listens there, or change ${setting}.`),
      );
  }
  return taken.length === 0 ? [well('ports', `all ${wanted.length} are free`)] : taken;
}

async function whyNotFree(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** Where the pool tells of its health and its figures. */
function here({ opsPort, opsBind }: Config): string {
  const host = opsBind === '0.0.0.0' || opsBind === '::' ? '127.0.0.1' : opsBind;
  return `http://${host.includes(':') ? `[${host}]` : host}:${opsPort}`;
}

/** What the running pool has measured; only an embedded database, which it holds, cannot be asked beside it. */
async function runningClock(config: Config): Promise<Diagnosis> {
  try {
    const answer = await fetch(`${here(config)}/metrics`, { signal: AbortSignal.timeout(patienceMs) });
    const found = /^openlode_clock_skew_seconds (\S+)$/m.exec(await answer.text())?.[1];
    return found === undefined || Number.isNaN(Number(found))
      ? warning('clock', 'not compared yet', 'Ask again in a minute.')
      : skew(Number(found) * 1000);
  } catch (error) {
    return warning('clock', `the pool was not asked: ${(error as Error).message}`, 'See health.');
  }
}

async function health(config: Config): Promise<Diagnosis> {
  const url = `${here(config)}/health`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    const { checks, suspended } = (await answer.json()) as {
      readonly checks: readonly {
        readonly name: string;
        readonly ready: boolean;
        readonly problem: string | null;
      }[];
      readonly suspended: readonly string[];
    };
    const missing = checks
      .filter(({ ready }) => !ready)
      .map(({ name, problem }) => (problem === null ? name : `${name} (${problem})`));
    if (missing.length > 0)
      return ill(
        'health',
        `not ready: ${missing.join('; ')}`,
        'Read the log of the pool from its last start on.',
      );
    if (suspended.length > 0)
      return warning(
        'health',
        `held back: ${suspended.join('; ')}`,
        'See openlode suspensions list and openlode maintenance list.',
      );
    return well('health', 'ready, and nothing is held back');
  } catch (error) {
    return ill(
      'health',
      `no answer from ${url}: ${(error as Error).message}`,
      'Compare OPENLODE_OPS_PORT with the one the pool was started with.',
    );
  }
}

async function database(config: Config, files: OperatorFiles, runs: boolean): Promise<Diagnosis[]> {
  const { databaseUrl: url, dataDirectory } = config;
  const place = join(dataDirectory, 'database');
  if (url === undefined) {
    // The running pool holds it, and its health has told of it.
    if (runs) return [well('database', 'embedded, in the hands of the running pool')];
    const retired = retiredDirectory(config);
    if (retired !== undefined) return [retired];
    if (!existsSync(place)) return [well('database', 'embedded, made at the first start')];
  }
  let lock: { release(): void } | undefined;
  try {
    lock = url === undefined ? lockDirectory(dataDirectory) : undefined;
    const db = await openDatabase({ url, directory: place, workerFile: files.databaseWorker });
    try {
      await refuseOtherLedger(db, { dataDirectory, url });
      if (url !== undefined) await refuseBrokenPooler(url);
      const clocks = createClockWatch({ db }, Date.now);
      await clocks.measure();
      return [
        await schema(await readMigrations({ db }).catch(() => []), files, db.engine),
        skew(clocks.skewMs() ?? 0),
        ...(await secretOf(dataDirectory, db)),
        ...(await parkedWork(db)),
        ...(await readSuspensions(db).catch(() => [])).map(({ network, reason }) =>
          warning(
            'payouts',
            `nothing leaves on ${network}: ${reason}`,
            'See openlode suspensions list, look into it, then lift it.',
          ),
        ),
      ];
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUse)
      return [ill('database', error.message, 'The pool that holds it does not answer: read its log.')];
    if (
      [BrokenPooler, RetiredDirectory, UnfinishedMove, UnfinishedRestore].some(
        (kind) => error instanceof kind,
      )
    )
      return [ill('database', (error as Error).message, 'The pool does not start before.')];
    return [
      ill(
        'database',
        (error as Error).message,
        'Check DATABASE_URL, that the server runs, and that it lets this machine in.',
      ),
    ];
  } finally {
    lock?.release();
  }
}

function retiredDirectory({ dataDirectory, databaseUrl }: Config): Diagnosis | undefined {
  try {
    refuseRetiredDirectory(dataDirectory, databaseUrl);
    return undefined;
  } catch (error) {
    if (!(error instanceof RetiredDirectory)) throw error;
    return ill('database', error.message, 'The pool does not start before.');
  }
}

/** Whether this directory's secret is the one that the database was written with. */
async function secretOf(dataDirectory: string, db: Database): Promise<Diagnosis[]> {
  const path = join(dataDirectory, 'secret');
  const secret = findSecret(path);
  const isForeign =
    secret === undefined ? await hasSecret(db) : (await compareSecret(db, secret)) === 'other';
  if (!isForeign) return [];
  return [
    ill(
      'secret',
      secret === undefined
        ? `there is none at ${path}, but the database has one`
        : 'it is not the one of the database: the pool does not start',
      'Copy the file `secret` from the data directory, or a backup, of the pool that made the database.',
    ),
  ];
}

async function parkedWork(db: Database): Promise<Diagnosis[]> {
  const { batches, shares } = await countParked({ db }).catch(() => ({ batches: 0, shares: 0 }));
  if (batches === 0) return [];
  return [
    warning(
      'work',
      `parked, not counted: ${batches} batches with ${shares} shares`,
      'See openlode work parked, then count or drop each batch.',
    ),
  ];
}

/** Without it the pool runs: what it would carry is then told to each process's own watchers only. */
async function relay({ redisUrl, databaseUrl }: Config): Promise<Diagnosis[]> {
  if (redisUrl === undefined) return [];
  if (databaseUrl === undefined)
    return [
      warning(
        'redis',
        'REDIS_URL is set, but the database is embedded',
        'There is no other process to tell: take it out, or set DATABASE_URL.',
      ),
    ];
  const place = new URL(redisUrl).host;
  try {
    const { askRedis } = await import('../edges/live/redis-stream.ts');
    return [well('redis', `${place} answers, version ${await askRedis(redisUrl, patienceMs)}`)];
  } catch (error) {
    return [
      warning(
        'redis',
        `${place}: ${(error as Error).message}`,
        'Bring it back, or correct REDIS_URL: until then pages hear only of the process that they are connected to.',
      ),
    ];
  }
}

async function schema(
  applied: readonly { readonly name: string }[],
  files: OperatorFiles,
  engine: string,
): Promise<Diagnosis> {
  const known = (await readdir(files.migrations)).filter((name) => name.endsWith('.sql'));
  const stranger = applied.find(({ name }) => !known.includes(name));
  if (stranger !== undefined)
    return ill(
      'database',
      `it has ${stranger.name}, which this release does not know`,
      'Start the newer release again, or restore a backup of before.',
    );
  const pending = known.filter((name) => !applied.some((each) => each.name === name));
  if (pending.length > 0)
    return warning(
      'database',
      `${pending.length} migrations wait (${engine})`,
      'Make a backup; they run at the next start.',
    );
  return well('database', `${engine}, schema ${applied.at(-1)?.name ?? 'empty'}`);
}

function skew(ms: number): Diagnosis {
  const text = `${Math.round(ms)} ms ahead of the database`;
  if (Math.abs(ms) > 60_000)
    return ill(
      'clock',
      text,
      'Set this machine’s clock (chrony or systemd-timesyncd): nothing is paid until it agrees.',
    );
  return well('clock', text);
}

function rates(config: Config): Diagnosis[] {
  const missing = coins.filter(({ symbol, delisted }) => !delisted && samplePrices.usd[symbol] === undefined);
  const found = [
    well('rates', `${config.rates} rates of ${samplePrices.date}: a sandbox's, and receipts say so`),
  ];
  if (missing.length === 0) return found;
  const names = missing.map(({ symbol }) => symbol).join(', ');
  return [
    ...found,
    warning('rates', `no price for ${names}`, 'Rewards for these coins wait until there is one.'),
  ];
}
