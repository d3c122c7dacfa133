import { createServer } from 'node:net';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { Config } from '../../config.ts';
import type { Suspension } from '../../domain/payouts/suspensions.ts';
import { missingHere } from '../../runtime/proof-of-work/open-proofs.ts';
import { type MinedCode, portsOf } from '../listened-ports.ts';
import { offeredChain } from '../../adapters/chains/offered-chains.ts';
import { lightestShareOf } from '../lightest-share.ts';
import { minedAlgorithms } from '../../sandbox/chain/mined-algorithms.ts';
import { connectPool } from '../processes/connect-pool.ts';
import { configsOfProcesses } from '../processes/process-settings.ts';
import { ill, warning, well } from './diagnosis.ts';

const answerMs = 3000;

export async function isRunning(config: Config): Promise<boolean> {
  const admin = await connectPool(config).catch(() => undefined);
  admin?.close();
  return admin !== undefined;
}

/** What the running pool has suspended, by the socket of its commands; in words why that is not known where it does not answer there. */
export async function askSuspensions(
  config: Parameters<typeof connectPool>[0],
): Promise<readonly Suspension[] | string> {
  const admin = await connectPool(config).catch(() => undefined);
  if (admin === undefined) return 'the pool does not answer commands';
  try {
    return (await admin.ask({ do: 'suspensions list', input: {}, actor: 'doctor' })) as readonly Suspension[];
  } catch (error) {
    return (error as Error).message;
  } finally {
    admin.close();
  }
}

export async function checkPorts(config: Config, runs: boolean): Promise<Diagnosis[]> {
  if (runs)
    return config.databaseUrl === undefined
      ? [await checkHealth(config), await checkRunningClock(config)]
      : Promise.all(configsOfProcesses(config).map(checkHealth));
  const wanted = [
    ...(config.roles.has('web')
      ? [{ host: config.httpBind, port: config.httpPort, what: 'the site', setting: 'OPENLODE_PORT' }]
      : []),
    ...configsOfProcesses(config).map(({ opsBind, opsPort }) => ({
      host: opsBind,
      port: opsPort,
      what: 'health and metrics',
      setting: 'OPENLODE_OPS_PORT',
    })),
    ...(config.roles.has('stratum') ? minedBy(config) : [])
      .filter(({ code }) => config.nodePool !== undefined || missingHere(code) === undefined)
      .flatMap((mined) =>
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
    const fault = await bindFault(host, port);
    if (fault !== undefined)
      taken.push(
        ill('ports', `${port} (${what}): ${fault}`, `End what listens there, or change ${setting}.`),
      );
  }
  return taken.length === 0 ? [well('ports', `all ${wanted.length} are free`)] : taken;
}

/** The algorithms whose ports the pool opens. */
function minedBy({ nodePool }: Config): readonly MinedCode[] {
  if (nodePool === undefined) return minedAlgorithms;
  return nodePool.chains.map(({ coin }) => {
    const code = offeredChain(coin).algorithm;
    return { code, lightestShare: lightestShareOf(nodePool.kind, code) };
  });
}

async function bindFault(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** Where the pool tells of its health and its figures. */
function opsUrl({ opsPort, opsBind }: Config): string {
  const host = opsBind === '0.0.0.0' || opsBind === '::' ? '127.0.0.1' : opsBind;
  return `http://${host.includes(':') ? `[${host}]` : host}:${opsPort}`;
}

/** What the running pool has measured; only an embedded database, which it holds, cannot be asked beside it. */
async function checkRunningClock(config: Config): Promise<Diagnosis> {
  try {
    const answer = await fetch(`${opsUrl(config)}/metrics`, { signal: AbortSignal.timeout(answerMs) });
    const found = /^openlode_clock_skew_seconds (\S+)$/m.exec(await answer.text())?.[1];
    return found === undefined || Number.isNaN(Number(found))
      ? warning('clock', 'not compared yet', 'Ask again in a minute.')
      : judgeSkew(Number(found) * 1000);
  } catch (error) {
    return warning('clock', `the pool was not asked: ${(error as Error).message}`, 'See health.');
  }
}

async function checkHealth(config: Config): Promise<Diagnosis> {
  const url = `${opsUrl(config)}/health`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
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

export function judgeSkew(ms: number): Diagnosis {
  const text = `${Math.round(ms)} ms ahead of the database`;
  if (Math.abs(ms) > 60_000)
    return ill(
      'clock',
      text,
      'Set this machine’s clock (chrony or systemd-timesyncd): nothing is paid until it agrees.',
    );
  return well('clock', text);
}
