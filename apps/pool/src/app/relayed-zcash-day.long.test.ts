import { writeFile } from 'node:fs/promises';
import { zcashForm } from '@openlode/pow/equihash';
import { packIndices, solveEquihash } from '@openlode/pow/testing/solve-equihash';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeRelay, type RelayActResult } from '../../../../testing/relay-verdict.ts';
import { strangersLines } from '../../../../testing/strangers-lines.ts';
import { TroubledWire } from '../../../../testing/troubled-wire.ts';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import type { TestPool } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import type { LaneZcashMiner, Solve } from './testing/lane-zcash-miner.ts';
import { type Closing, countedBy, type Relay } from './testing/relayed-pools.ts';
import { otherZcashPool, zcashMinerOf, zcashRelayOf } from './testing/relayed-zcash-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** `npm run rehearse -- relay zcash` reads what became of the shares here, and judges it. */
const resultsFile = process.env['OPENLODE_REHEARSED'];
const workMs = 120_000;
const verifier = inlineProofs.of('equihash');
const solve: Solve = (header) =>
  solveEquihash(zcashForm, header).map((indices) => packIndices(zcashForm, indices));

/** Nearly every solution is a share of both pools; one in sixteen is, where the other pool asks for more. */
const [theirs, ours, factor] = [1n, 1n, 16] as const;

type OtherPool = Awaited<ReturnType<typeof otherZcashPool>>;

/** Two other pools on troubled wires, a port that gives their work on, and two miners who come again when they are let go. */
class ZcashDay {
  readonly others: OtherPool[] = [];
  readonly wires: TroubledWire[] = [];
  readonly miners: (LaneZcashMiner | undefined)[] = [undefined, undefined];
  readonly #open: TestPool[] = [];
  #here: Relay | undefined;
  acked = 0;
  unanswered = 0;
  rejected = 0;

  static async start(): Promise<ZcashDay> {
    const day = new ZcashDay();
    for (let each = 0; each < 2; each += 1) {
      const wire = await TroubledWire.start(0);
      closing.push(() => wire.close());
      day.wires.push(wire);
      await day.open(each);
    }
    const [first, second] = day.wires;
    if (first === undefined || second === undefined) throw new Error('there are no wires');
    day.#here = await zcashRelayOf(closing, [first.port, second.port], { verifier, startWork: ours });
    await until(() => day.here.group.hasWork);
    return day;
  }

  get here(): Relay {
    if (this.#here === undefined) throw new Error('nothing is open');
    return this.#here;
  }

  /** Another pool behind a wire, in the place of one that is gone. */
  async open(at: number): Promise<void> {
    const pool = await otherZcashPool(closing, { work: theirs, verifier });
    this.others.push(pool);
    this.#open[at] = pool;
    const wire = this.wires[at];
    if (wire !== undefined) wire.to = pool.listener.port;
  }

  async kill(at: number): Promise<void> {
    await this.#open[at]?.listener.close();
  }

  /** A share of each miner: nothing of the process goes on while the solutions of a header are looked for. */
  async mine(): Promise<void> {
    for (const index of this.miners.keys())
      for (let said = ''; said !== 'OK'; ) {
        said = await this.#share(index);
        if (said === 'OK') this.acked += 1;
        else if (said === 'closed') this.unanswered += 1;
        else if (said !== '') this.rejected += 1;
      }
  }

  /** Shares of each miner, until one is for the other pool as well. */
  async mineUntilSentOn(): Promise<void> {
    const sentOn = (): number => this.here.group.counts.forwarded.shares;
    for (const before = sentOn(); sentOn() === before; ) await this.mine();
  }

  /** What is said to a share of a miner; nothing where it has no work. */
  async #share(index: number): Promise<string> {
    await until(() => this.here.group.hasWork, workMs);
    let miner = this.miners[index];
    if (miner === undefined || miner.isClosed)
      this.miners[index] = miner = await zcashMinerOf(closing, this.here, { solve, follows: index === 0 });
    const mined = miner;
    await until(() => mined.works.length > 0 || mined.isClosed, workMs);
    if (mined.isClosed) return '';
    const said = await mined.submit(await mined.search());
    const { forwarded, accepted, stale, unknown } = this.here.group.counts;
    if (
      this.wires.every(({ delayMs }) => delayMs === 0) &&
      accepted.shares + stale.shares + unknown.shares < forwarded.shares
    )
      await this.settle();
    return said;
  }

  /** Waits until nothing that was sent on is without an end. */
  settle(): Promise<void> {
    return until(() => {
      const { forwarded, accepted, stale, unknown, other, ...counts } = this.here.group.counts;
      const refused = other.shares + counts.duplicate.shares + counts['low-difficulty'].shares;
      return accepted.shares + stale.shares + unknown.shares + refused === forwarded.shares;
    }, workMs);
  }

  /** What was counted until now; `meanwhile` and the name are an act's. */
  async counted(): Promise<Counted> {
    const { counts } = this.here.group;
    const here = await countedBy(this.here);
    const there = await Promise.all(this.others.map(countedBy));
    const { duplicate, unauthorized, other } = counts;
    return {
      acked: this.acked,
      unanswered: this.unanswered,
      rejected: this.rejected,
      judged: counts.judged.shares,
      recorded: here.shares,
      forwarded: counts.forwarded.shares,
      accepted: counts.accepted.shares,
      stale: counts.stale.shares,
      refused: duplicate.shares + unauthorized.shares + other.shares + counts['low-difficulty'].shares,
      unknown: counts.unknown.shares,
      unsent: counts.unsent.shares,
      recordedThere: there.reduce((sum, { shares }) => sum + shares, 0),
      judgedWork: Number(counts.judged.work),
      recordedWork: Number(here.work),
      acceptedWork: Number(counts.accepted.work),
      unknownWork: Number(counts.unknown.work),
      recordedThereWork: Number(there.reduce((sum, { work }) => sum + work, 0n)),
    };
  }
}

type Counted = Omit<
  RelayActResult,
  'name' | 'meanwhile' | 'unknownMax' | 'rejectedMax' | 'factor' | 'holdsPrices'
>;

interface DayAct {
  readonly name: string;
  readonly unknownMax: number;
  readonly factor?: number;
  run(day: ZcashDay): Promise<void>;
}

const acts: readonly DayAct[] = [
  { name: 'a good day', unknownMax: 0, run: (day) => day.mine() },
  {
    name: 'the other pool answers two seconds late',
    unknownMax: 0,
    async run(day) {
      for (const wire of day.wires) wire.delayMs = 2000;
      await day.mine();
      await day.settle();
      for (const wire of day.wires) wire.delayMs = 0;
    },
  },
  {
    name: 'it asks for sixteen times the difficulty',
    unknownMax: 0,
    factor,
    async run(day) {
      for (const wire of day.wires) wire.raise(factor);
      for (const other of day.others) other.renew();
      await day.mineUntilSentOn();
      for (const wire of day.wires) wire.raise(1);
      for (const other of day.others) other.renew();
    },
  },
  {
    name: 'it changes the extranonce',
    unknownMax: 0,
    async run(day) {
      for (const wire of day.wires) wire.narrow();
      for (const other of day.others) other.renew();
      await day.mine();
    },
  },
  {
    name: 'its connections are cut',
    unknownMax: 2,
    async run(day) {
      for (const wire of day.wires) wire.cut();
      await day.mine();
    },
  },
  {
    name: 'it is gone: the next address has work, until that is gone',
    unknownMax: 4,
    async run(day) {
      for (const each of [0, 1]) {
        await day.kill(each);
        await day.mine();
        await day.open(each);
      }
    },
  },
  {
    name: 'a stranger speaks on the wire',
    unknownMax: 7,
    async run(day) {
      for (const [what, ...lines] of strangersLines('equihash')) {
        await until(
          () => day.here.group.hasWork && day.wires.some(({ connections }) => connections > 0),
          workMs,
        );
        const heard = day.wires.flatMap((wire) => lines.flatMap((line) => wire.say(line)));
        expect(heard.length, what).toBeGreaterThan(0);
        await Promise.all(heard);
      }
      await day.mine();
    },
  },
];

async function play(day: ZcashDay, act: DayAct): Promise<RelayActResult> {
  const before = await day.counted();
  await day.mine();
  const start = day.acked;
  await act.run(day);
  const meanwhile = day.acked - start;
  await day.settle();
  const after = await day.counted();
  const names = Object.keys(after) as (keyof typeof after)[];
  const since = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]));
  const { name, unknownMax, factor = 1 } = act;
  return { ...(since as unknown as Counted), name, meanwhile, unknownMax, factor };
}

describe('work of another pool of Zcash through a bad day', () => {
  it('is judged here and there by Equihash itself, and each share has one end', async () => {
    const day = await ZcashDay.start();
    const results: RelayActResult[] = [];
    for (const act of acts) {
      results.push(await play(day, act));
      if (resultsFile !== undefined) await writeFile(resultsFile, JSON.stringify(results));
    }
    expect(results.map((each) => [each.name, judgeRelay(each).faults])).toEqual(
      acts.map(({ name }) => [name, []]),
    );
    const sum = (name: 'forwarded' | 'accepted'): number =>
      results.reduce((total, each) => total + each[name], 0);
    expect(sum('forwarded')).toBeGreaterThan(0);
    expect(sum('accepted')).toBeGreaterThan(0);
  }, 1_800_000);
});
