import { algorithms } from '@openlode/catalogue/algorithms';
import { findCoin } from '@openlode/catalogue/coins';
import { parseAmount } from '@openlode/money/amount';
import { allFamilies } from '@openlode/mining/families/all-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import type { MinerKey } from '../../domain/kernel/work-batch.ts';
import { type Term, termOf } from './attendance.ts';
import {
  type Attendance,
  fleetRoster,
  type RosterMiner,
  type RosterChoices,
  type RosterWorker,
} from './fleet-roster.ts';
import { type SeededDraw, seededDraw } from './seeded-draw.ts';

export interface FleetWorker {
  /** Unique in the fleet. */
  readonly key: string;
  readonly miner: MinerKey;
  readonly algorithm: string;
  readonly name: string;
  /** The custom code that it carries. */
  readonly referralCode: string | null;
  /** The miner whose ordinary code it carries, known only once that miner has mined. */
  readonly sponsor: MinerKey | null;
  readonly attendance: Attendance;
  readonly term: Term;
  /** In 10^-18 hashes a second: some algorithms are counted in fractions. */
  readonly rate: bigint;
}

/** A miner of the fleet, and what its owner has set up. */
export interface FleetOwner extends RosterChoices {
  readonly miner: MinerKey;
}

/** The workers whose past a sandbox simulates, the same for the same seed. */
export interface Fleet {
  readonly draw: SeededDraw;
  readonly byAlgorithm: ReadonlyMap<string, readonly FleetWorker[]>;
  readonly owners: readonly FleetOwner[];
}

/** What the workers of an algorithm do at most, each, in hashes a second: the past must look like what visitors can reach. */
const laptopRates: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  // What a machine of the demo does, which goes on with it for real (`../rigs`).
  sha256: { min: 1_000, max: 4_000 },
  scrypt: { min: 4, max: 12 },
  kheavyhash: { min: 15_000, max: 60_000 },
  ghostrider: { min: 15, max: 60 },
  randomx: { min: 15, max: 60 },
  ethash: { min: 80, max: 250 },
  etchash: { min: 80, max: 250 },
  karlsenhash: { min: 30, max: 120 },
  fishhash: { min: 30, max: 120 },
  beamhash: { min: 4, max: 20 },
  equihash: { min: 4, max: 20 },
  kawpow: { min: 20, max: 90 },
  blake3: { min: 30_000, max: 100_000 },
  autolykos: { min: 400, max: 1_200 },
  nexapow: { min: 200, max: 700 },
  octopus: { min: 80, max: 250 },
  xelishash: { min: 80, max: 250 },
};

/** Gathers the fleet of a seed; `missing` are the algorithms that this pool does not offer. */
export function gatherFleet(seed: string, missing: readonly string[] = []): Fleet {
  const draw = seededDraw(seed);
  const miners = fleetRoster.map(({ coin, text }) => minerOf(coin, text));
  const sponsors = sponsorsOf(fleetRoster);
  const workers = fleetRoster.flatMap(({ coin, text, referralCode, workers: own }, index) => {
    const miner = minerAt(miners, index);
    const offered = own.filter(({ algorithm }) => !missing.includes(algorithm));
    return offered.map((worker): FleetWorker => {
      const key = `${coin}:${text}.${worker.name} ${worker.algorithm}`;
      const term = termOf(draw, worker, key);
      const rate = rateOf(draw, worker, key);
      const brought = sponsors.get(worker);
      const sponsor = brought === undefined ? null : minerAt(miners, brought);
      return { ...worker, key, miner, referralCode, sponsor, rate, term };
    });
  });
  const byAlgorithm = new Map(
    algorithms
      .filter(({ code }) => !missing.includes(code))
      .map(({ code }) => [code, workers.filter((worker) => worker.algorithm === code)]),
  );
  const owners = fleetRoster.map(
    ({ ownCode, autoPay, payment, switchesTo }, index): FleetOwner => ({
      miner: minerAt(miners, index),
      ...(ownCode !== undefined && { ownCode }),
      ...(autoPay !== undefined && { autoPay }),
      ...(payment !== undefined && { payment }),
      ...(switchesTo !== undefined && { switchesTo }),
    }),
  );
  return { draw, byAlgorithm, owners };
}

/**
 * Which miner referred which worker (index in the roster): every miner without a custom code has one worker that came by its ordinary
 * code, the last that is still free of the miners after it that carry no custom code.
 */
function sponsorsOf(roster: readonly RosterMiner[]): ReadonlyMap<RosterWorker, number> {
  const sponsors = new Map<RosterWorker, number>();
  for (const [index, owner] of roster.entries()) {
    if (owner.ownCode !== undefined) continue;
    const others = [...roster.slice(index + 1), ...roster.slice(0, index)];
    const worker = others
      .filter(({ referralCode, ownCode }) => referralCode === null && ownCode === undefined)
      .map(({ workers }) => workers.findLast((each) => staysOn(each) && !sponsors.has(each)))
      .find((each) => each !== undefined);
    if (worker !== undefined) sponsors.set(worker, index);
  }
  return sponsors;
}

function staysOn({ attendance }: RosterWorker): boolean {
  return attendance === 'steady' || attendance === 'flapping';
}

function minerAt(miners: readonly MinerKey[], index: number): MinerKey {
  const miner = miners[index];
  if (miner === undefined) throw new RangeError(`the roster has no miner ${index}`);
  return miner;
}

function minerOf(symbol: string, text: string): MinerKey {
  const coin = findCoin(symbol);
  const outcome = coin === undefined ? undefined : judgeAddress(coin, text, allFamilies);
  if (coin === undefined || outcome?.kind !== 'valid') throw new Error(`${symbol}:${text} is no address`);
  return { coin: coin.symbol, network: outcome.network, address: outcome.address, memo: outcome.memo };
}

function rateOf(draw: SeededDraw, { algorithm }: RosterWorker, key: string): bigint {
  const rates = laptopRates[algorithm];
  if (rates === undefined) throw new Error(`the fleet has no rate of ${algorithm}`);
  return parseAmount(draw.between(rates.min, rates.max, 'rate', key).toString());
}
