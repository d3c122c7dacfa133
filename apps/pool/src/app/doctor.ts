import type { Diagnosis } from '../edges/operator/contexts.ts';
import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import type { OperatorFiles } from './pool-files.ts';
import { clockNotSet, isClockSet } from './await-clock.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkCertificate, checkDirectory, checkDisk } from './doctor/check-directory.ts';
import { checkProofs } from './doctor/check-proofs.ts';
import { checkNodes } from './doctor/check-nodes.ts';
import { checkExchangeRail } from './doctor/check-exchange-rail.ts';
import { checkEvm } from './doctor/check-evm.ts';
import { checkMiners } from './doctor/check-miners.ts';
import { checkMonero } from './doctor/check-monero.ts';
import { checkSolana } from './doctor/check-solana.ts';
import { checkTron } from './doctor/check-tron.ts';
import { checkXrp } from './doctor/check-xrp.ts';
import { checkSources } from './doctor/check-sources.ts';
import { checkUpstreams } from './doctor/check-upstreams.ts';
import { checkUpstreamPlaces } from './doctor/check-upstream-places.ts';
import { checkStatements } from './doctor/judge-statement.ts';
import { checkStandings } from './doctor/judge-upstream.ts';
import { checkRails } from './doctor/check-rails.ts';
import { checkPorts, isRunning } from './doctor/check-running.ts';
import { checkPlaces } from './doctor/check-places.ts';
import { checkUnbooked } from './doctor/check-unbooked.ts';
import { checkMarketRates } from './doctor/check-market-rates.ts';
import { checkRates, checkSettings } from './doctor/check-settings.ts';
import { ill, warning, well } from './doctor/diagnosis.ts';

const answerMs = 3000;

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
  const runs = await isRunning(config);
  return [
    ...checkClock(Date.now()),
    ...checkSettings(config),
    ...checkDirectory(config, runs),
    ...checkCertificate(config, Date.now()),
    await checkDisk(config),
    ...(await checkPorts(config, runs)),
    ...(await checkDatabase(config, files, runs)),
    ...(await checkNodes(config)),
    ...(await checkRails(config)),
    ...(await checkEvm(config)),
    ...(await checkMonero(config)),
    ...(await checkSolana(config)),
    ...(await checkXrp(config)),
    ...(await checkTron(config)),
    ...(await checkUpstreams(config.nodePool)),
    ...(await checkSources(config, runs)),
    ...(await checkStandings(config, runs)),
    ...(await checkUpstreamPlaces(config, runs)),
    ...(await checkStatements(config, runs)),
    ...(await checkMiners(config, runs)),
    ...(await checkRelay(config)),
    ...checkProofs(config.nodePool),
    ...(await checkPlaces(config, runs)),
    ...(await checkUnbooked(config, runs)),
    ...(await checkExchangeRail(config)),
    ...(config.nodePool?.rates === undefined ? checkRates(config) : await checkMarketRates(config, runs)),
  ];
}

function checkClock(now: number): Diagnosis[] {
  if (isClockSet(now)) return [];
  return [
    ill('clock', clockNotSet(now), 'Set it (chrony or systemd-timesyncd): the pool does not start before.'),
  ];
}

/** The pool runs without Redis; each process then notifies its own watchers only. */
async function checkRelay({ redisUrl, databaseUrl }: Config): Promise<Diagnosis[]> {
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
    return [well('redis', `${place} answers, version ${await askRedis(redisUrl, answerMs)}`)];
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
