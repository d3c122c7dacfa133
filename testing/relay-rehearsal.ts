import { setTimeout as sleep } from 'node:timers/promises';
import type { CrewShares, MiningCrew } from './mining-crew.ts';
import type { RelayActResult } from './relay-verdict.ts';
import type { RelayedShares, RelayingPools } from './relaying-pools.ts';
import { strangersLines } from './strangers-lines.ts';

/** What happens to the other pool, or on the way to it, while miners work for it. */
export interface RelayAct {
  readonly name: string;
  /** Shares that may end without an answer: those under way when a connection ends. */
  readonly unknownMax: number;
  /** Shares that may be refused to their miners; a fifth of those acknowledged where it is left out. */
  readonly rejectedMax?: number;
  /** How many times as hard the other pool asks for shares as it counts them. */
  readonly factor?: number;
  /** Whether work keeps the price that it had while the other pool asked for more. */
  readonly holdsPrices?: boolean;
  run(pools: RelayingPools, crew: MiningCrew): Promise<void>;
}

/** Shares of each miner in each part of an act: before it, while it lasts, and after it. */
const sharesEach = 3;
/** Three shares of a miner take ten seconds; on a busy machine, or with a pool that starts again meanwhile, some more. */
const sharesMs = 240_000;
/** Ethash is searched with a light verifier, thirty hashes a second on a busy machine: a share of sixteen times 128 takes a minute, or five. */
const raisedMs = 900_000;
const endMs = 60_000;

const goodDay: RelayAct = {
  name: 'a good day',
  unknownMax: 0,
  run: (_pools, crew) => crew.whenEachAcked(6, sharesMs),
};

const slow: RelayAct = {
  name: 'the other pool answers two seconds late',
  unknownMax: 0,
  async run({ others }, crew) {
    for (const { wire } of others) wire.delayMs = 2000;
    await crew.whenEachAcked(6, sharesMs);
    for (const { wire } of others) wire.delayMs = 0;
  },
};

/** @param sharesOfEach that a miner finds meanwhile: each of them takes sixteen times as long where all miners have the other pool's difficulty */
function harder(sharesOfEach: number): RelayAct {
  const factor = 16;
  return {
    name: 'it asks for sixteen times the difficulty',
    unknownMax: 0,
    factor,
    async run(pools, crew) {
      const usual = await workOfShare(pools, 1);
      for (const { wire } of pools.others) wire.raise(factor);
      await crew.whenEachAcked(sharesOfEach, raisedMs);
      const raised = await workOfShare(pools, factor * usual);
      // Whole hashes are counted: what was left of the usual ones is raised as well.
      if (raised >= factor * (usual + 1))
        throw new Error(`a share of it counts ${raised}, and counted ${usual}`);
      for (const { wire } of pools.others) wire.raise(1);
      // The next act must not begin with jobs that still count more.
      await workOfShare(pools, usual, usual);
    },
  };
}

const otherExtranonce: RelayAct = {
  name: 'it changes the extranonce',
  unknownMax: 0,
  async run({ others }, crew) {
    for (const { wire } of others) wire.narrow();
    await crew.whenEachAcked(6, sharesMs);
  },
};

const cut: RelayAct = {
  name: 'its connections are cut',
  unknownMax: 6,
  async run({ others }, crew) {
    for (const { wire } of others) wire.cut();
    await crew.whenEachAcked(sharesEach, sharesMs);
  },
};

const killed: RelayAct = {
  name: 'it is killed: the next address has work, until that is killed',
  unknownMax: 12,
  async run({ others }, crew) {
    for (const { pool } of others) {
      await pool.kill('SIGKILL');
      await crew.whenEachAcked(sharesEach, sharesMs);
      await pool.restart();
    }
  },
};

const stranger: RelayAct = {
  name: 'a stranger speaks on the wire',
  // The line is said as soon as a share was acknowledged, which the other pool is about to answer.
  unknownMax: 24,
  async run(pools, crew) {
    for (const [what, ...lines] of strangersLines(pools.network.algorithm)) {
      await pools.untilWork();
      await crew.whenEachAcked(1, sharesMs);
      const heard = pools.others.flatMap(({ wire }) => lines.flatMap((line) => wire.say(line)));
      if (heard.length === 0) throw new Error('no connection was there to be spoken to');
      const end = await Promise.race([Promise.all(heard), sleep(endMs, 'open')]);
      if (end === 'open') throw new Error(`a connection goes on after ${what}`);
    }
  },
};

/**
 * Until the next connection gives work these miners stay, because a job says its lane, and search on one that is gone. Each of two addresses is
 * left alone for 1, 2, 4 and 8 seconds, and a quarter more at most: 38 seconds for eight lines, and both together find a share a second. What
 * chance adds to 38 is 18.
 */
const strangerToMonero: RelayAct = { ...stranger, rejectedMax: 56 };

const acts = {
  LTC: [goodDay, slow, harder(6), otherExtranonce, cut, killed, stranger],
  // In Monero's protocol there is no extranonce.
  XMR: [goodDay, slow, harder(6), cut, killed, strangerToMonero],
  // In ethproxy all jobs of a pool have one nonce.
  ETHW: [goodDay, slow, { ...harder(1), holdsPrices: true }, cut, killed, stranger],
  RVN: [goodDay, slow, harder(6), otherExtranonce, cut, killed, stranger],
} as const;

export function relayActsOf(coin: keyof typeof acts): readonly RelayAct[] {
  return acts[coin];
}

/** Waits for a share that the other pool accepts with this much work at least, and at most; answers its work, in expected hashes. */
async function workOfShare(
  pools: RelayingPools,
  least: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let last = await pools.shares();
  for (const deadline = performance.now() + raisedMs; performance.now() < deadline; await sleep(50)) {
    const now = await pools.shares();
    const [count, work] = [now.accepted - last.accepted, now.acceptedWork - last.acceptedWork];
    last = now;
    if (count === 1 && work >= least && work <= most) return work;
  }
  throw new Error(`no share that counts ${least} was accepted`);
}

/** Mines before, while and after something happens, and counts what became of all shares of the act. */
export async function rehearseRelay(
  pools: RelayingPools,
  crew: MiningCrew,
  act: RelayAct,
): Promise<RelayActResult> {
  const before = await countAll(pools, crew);
  crew.resume();
  await crew.whenEachAcked(sharesEach, sharesMs);
  const start = crew.shares.acked;
  await act.run(pools, crew);
  const meanwhile = crew.shares.acked - start;
  await crew.whenEachAcked(sharesEach, sharesMs);
  crew.rest();
  const after = await settle(pools, crew, before);
  const since = (name: keyof Counted): number => after[name] - before[name];
  return {
    name: act.name,
    meanwhile,
    acked: since('acked'),
    unanswered: since('unanswered'),
    rejected: since('rejected'),
    judged: since('judged'),
    recorded: since('recorded'),
    forwarded: since('forwarded'),
    accepted: since('accepted'),
    stale: since('stale'),
    refused: since('refused'),
    unknown: since('unknown'),
    unsent: since('unsent'),
    recordedThere: since('recordedThere'),
    unknownMax: act.unknownMax,
    rejectedMax: act.rejectedMax,
    factor: act.factor ?? 1,
    holdsPrices: act.holdsPrices,
    judgedWork: since('judgedWork'),
    recordedWork: since('recordedWork'),
    acceptedWork: since('acceptedWork'),
    unknownWork: since('unknownWork'),
    recordedThereWork: since('recordedThereWork'),
  };
}

interface Recorded {
  readonly recorded: number;
  readonly recordedWork: number;
  readonly recordedThere: number;
  readonly recordedThereWork: number;
}

type Counted = RelayedShares & CrewShares & Recorded;

/** Waits until nothing that was sent on is without an end, and both pools have recorded what they accepted. */
async function settle(pools: RelayingPools, crew: MiningCrew, before: Counted): Promise<Counted> {
  let last: string | undefined;
  for (let turn = 0; turn < 60; turn += 1, await sleep(2000)) {
    const counted = await countAll(pools, crew);
    const { forwarded, accepted, stale, refused, unknown, acked, recorded } = counted;
    const isOver = forwarded === accepted + stale + refused + unknown;
    const isRecorded = recorded - before.recorded >= acked - before.acked;
    const now = JSON.stringify(counted);
    if (isOver && isRecorded && now === last) return counted;
    last = now;
  }
  return countAll(pools, crew);
}

async function countAll(pools: RelayingPools, crew: MiningCrew): Promise<Counted> {
  const [here, ...there] = await Promise.all([pools.database, ...pools.network.databases].map(recordedIn));
  if (here === undefined) throw new Error('the relaying pool has no database');
  const sumThere = (name: 'shares' | 'work'): number => there.reduce((sum, each) => sum + each[name], 0);
  return {
    ...(await pools.shares()),
    ...crew.shares,
    recorded: here.shares,
    recordedWork: here.work,
    recordedThere: sumThere('shares'),
    recordedThereWork: sumThere('work'),
  };
}

async function recordedIn(
  database: RelayingPools['database'],
): Promise<{ readonly shares: number; readonly work: number }> {
  const [row] = await database.query(
    'SELECT coalesce(sum(shares), 0)::int AS shares, coalesce(sum(work), 0)::text AS work FROM work_batches',
  );
  return { shares: Number(row?.['shares']), work: Number(row?.['work']) };
}
