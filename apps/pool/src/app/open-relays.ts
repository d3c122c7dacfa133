import { readFileSync } from 'node:fs';
import { difficultyScale, targetOfWork } from '@openlode/stratum/core/difficulty';
import { findAlgorithm } from '@openlode/catalogue/algorithms';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import type { UpstreamAddress } from '../adapters/upstreams/upstream-address.ts';
import { RelayGroup, type RelayGroupOptions } from '../adapters/upstreams/relay-group.ts';
import type { RelayNote } from '../adapters/upstreams/relay-verdict.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { lightestShare } from './open-node-world.ts';

/** The connections to another pool. */
export type UpstreamGroup = RelayGroup<BitcoinWork, BitcoinFound>;

/** Other figures than the usual ones, for suites. */
export interface RelayTuning extends Pick<RelayGroupOptions<BitcoinWork, BitcoinFound>, 'tickMs'> {
  readonly leastWork?: bigint;
  /** The time of day, ms. */
  readonly clock?: () => number;
}

/** An upstream that gives work: where to, and its connections once they are wanted. */
export interface OfferedRelay {
  readonly upstream: UpstreamEntry;
  open(): UpstreamGroup;
}

/** Without a job for this long another pool counts as dead. */
const silenceMs = 120_000;
/** The least work of a share that another pool may ask for, but on a network whose blocks take less: a machine must not flood a port. */
const leastWorks: Readonly<Record<string, bigint>> = { sha256: 2n ** 24n, scrypt: 2n ** 12n };
/** Of miners of SHA-256, what BIP 320 sets aside; machines for Scrypt roll none. */
const versionMasks: Readonly<Record<string, number>> = { sha256: 0x1fffe000 };

/** The upstreams of the settings that give work, by name. Nothing is connected before it is asked for. */
export function offeredRelays(
  upstreams: readonly UpstreamEntry[],
  log: Pick<Logger, 'info' | 'warn'>,
  { leastWork, clock = Date.now, ...timing }: RelayTuning = {},
): ReadonlyMap<string, OfferedRelay> {
  const giving = upstreams.filter(({ ended }) => !ended);
  return new Map(
    giving.map((upstream) => [
      upstream.name,
      {
        upstream,
        open: () =>
          new RelayGroup<BitcoinWork, BitcoinFound>({
            dialect: bitcoinClient,
            settings: settingsOf(upstream, leastWork ?? leastWorks[upstream.algorithm]),
            addresses: upstream.addresses,
            connectionsMax: upstream.connectionsMax,
            verifies: true,
            now: () => performance.now(),
            random: Math.random,
            refusesJob: ({ work }) => timeFault(work.time, clock()),
            onNote: (note) => say(log, upstream.name, note),
            ...timing,
          }),
      },
    ]),
  );
}

/** No network takes a block that is further ahead, seconds: every share of such a job would be refused. */
const secondsAheadMax = 7200;

function timeFault(time: number, now: number): string | undefined {
  return time > now / 1000 + secondsAheadMax ? 'the time of its job is hours ahead' : undefined;
}

/** @throws Error where the file of its password cannot be read */
function settingsOf(
  { name, algorithm, user, passwordFile }: UpstreamEntry,
  usualWork: bigint | undefined,
): RelayGroupOptions<BitcoinWork, BitcoinFound>['settings'] {
  const scale = scaleOf(algorithm);
  return {
    user,
    password: passwordFile === undefined ? 'x' : readPassword(name, passwordFile),
    agent: `openlode/${manifest.version}`,
    scale,
    versionMask: versionMasks[algorithm] ?? 0,
    easiestTarget: targetOfWork(lightestShare, scale),
    ...(usualWork === undefined ? {} : { usualTarget: targetOfWork(usualWork, scale) }),
    silenceMs,
  };
}

function readPassword(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`the password of the upstream ${name} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

export function scaleOf(code: string): ReturnType<typeof difficultyScale> {
  const algorithm = findAlgorithm(code);
  if (algorithm === undefined) throw new Error(`the catalogue has no ${code}`);
  return difficultyScale(algorithm.difficulty1Target, algorithm.hashesPerAttempt);
}

/** What an operator reads in the log; a password is in none of it. */
function say(log: Pick<Logger, 'info' | 'warn'>, upstream: string, note: RelayNote): void {
  switch (note.kind) {
    case 'up':
      return log.info({ upstream, address: addressText(note.address) }, 'an upstream pool gives work');
    case 'down':
      return log.warn(
        { upstream, address: addressText(note.address), end: note.end },
        note.wasUp ? 'the connection to an upstream pool is lost' : 'an upstream pool cannot be reached',
      );
    case 'message':
      return log.info({ upstream, text: note.text }, 'an upstream pool says something');
    case 'fault':
      return log.warn({ upstream, fault: note.fault }, 'an upstream pool said what it should not');
    case 'unsent':
      return log.warn({ upstream }, 'an upstream pool leaves too many shares unanswered: no more are sent');
    case 'untaken':
      return log.warn(
        { upstream, minutes: note.pauseMs / 60_000 },
        'an upstream pool takes none of our shares: it counts as one without work for a while',
      );
    case 'refusal':
      return log.warn(
        { upstream, why: note.why, text: note.text },
        'an upstream pool refused a share that was judged here',
      );
  }
}

function addressText({ host, port, tls }: UpstreamAddress): string {
  return `stratum+${tls === undefined ? 'tcp' : 'tls'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
