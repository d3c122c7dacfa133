import type { RelayActResult } from '../../../../../testing/relay-verdict.ts';
import { strangersLines } from '../../../../../testing/strangers-lines.ts';
import { TroubledWire } from '../../../../../testing/troubled-wire.ts';
import { type TestPool, until } from '../../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { LaneZcashMiner, Solve } from './lane-zcash-miner.ts';
import { type Closing, countedBy, type Relay } from './relayed-pools.ts';
import { otherZcashPool, zcashMinerOf, zcashRelayOf } from './relayed-zcash-pools.ts';

const workMs = 120_000;

/** What solutions are looked for with, and judged by: Equihash, or what stands in for it. */
export interface ZcashProof {
  readonly verifier: PowVerifier;
  readonly solve: Solve;
}

/** Nearly every solution is a share of both pools; one in sixteen is, where the other pool asks for more. */
const [theirs, ours, factor] = [1n, 1n, 16] as const;

type OtherPool = Awaited<ReturnType<typeof otherZcashPool>>;

/** Two other pools on troubled wires, a port that gives their work on, and two miners who come again when they are let go. */
export class ZcashDay {
  readonly others: OtherPool[] = [];
  readonly wires: TroubledWire[] = [];
  readonly miners: (LaneZcashMiner | undefined)[] = [undefined, undefined];
  readonly #closing: Closing;
  readonly #proof: ZcashProof;
  readonly #open: TestPool[] = [];
  #here: Relay | undefined;
  acked = 0;
  unanswered = 0;
  rejected = 0;

  private constructor(closing: Closing, proof: ZcashProof) {
    this.#closing = closing;
    this.#proof = proof;
  }

  static async start(closing: Closing, proof: ZcashProof): Promise<ZcashDay> {
    const day = new ZcashDay(closing, proof);
    for (let each = 0; each < 2; each += 1) {
      const wire = await TroubledWire.start(0);
      closing.push(() => wire.close());
      day.wires.push(wire);
      await day.open(each);
    }
    const [first, second] = day.wires;
    if (first === undefined || second === undefined) throw new Error('there are no wires');
    const { verifier } = proof;
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
    const pool = await otherZcashPool(this.#closing, { work: theirs, verifier: this.#proof.verifier });
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
    for (const index of this.miners.keys()) await this.#mineWith(index);
  }

  async #mineWith(index: number): Promise<void> {
    for (let said = ''; said !== 'OK'; ) {
      said = await this.#share(index);
      if (said === 'OK') this.acked += 1;
      else if (said === 'closed') this.unanswered += 1;
      else if (said !== '') this.rejected += 1;
    }
  }

  /** Has the other pools give new work, and waits until it has come to the miners. */
  async renew(): Promise<void> {
    const before = this.miners.map((miner) => miner?.works.length ?? 0);
    for (const other of this.others) other.renew();
    const hasCome = (miner: LaneZcashMiner | undefined, index: number): boolean =>
      miner === undefined || miner.isClosed || miner.works.length > (before[index] ?? 0);
    await until(() => this.miners.every(hasCome), workMs);
  }

  /** Shares of the miners in turn, until one is for the other pool as well. */
  async mineUntilSentOn(): Promise<void> {
    const sentOn = (): number => this.here.group.counts.forwarded.shares;
    const before = sentOn();
    for (let turn = 0; sentOn() === before; turn += 1) await this.#mineWith(turn % this.miners.length);
  }

  /** What is said to a share of a miner; nothing where it has no work. */
  async #share(index: number): Promise<string> {
    await until(() => this.here.group.hasWork, workMs);
    let miner = this.miners[index];
    if (miner === undefined || miner.isClosed)
      this.miners[index] = miner = await zcashMinerOf(this.#closing, this.here, {
        solve: this.#proof.solve,
        follows: index === 0,
      });
    const mined = miner;
    await until(() => mined.works.length > 0 || mined.isClosed, workMs);
    if (mined.isClosed) return '';
    const said = await mined.submit(await mined.search());
    // Nothing is heard while the next solutions are looked for, and an answer may not come ten seconds late.
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

export interface DayAct {
  readonly name: string;
  readonly unknownMax: number;
  /** Of shares found for a connection that is gone, one of each miner for each end; none where it is left out. */
  readonly rejectedMax?: number;
  readonly factor?: number;
  run(day: ZcashDay): Promise<void>;
}

export const zcashActs: readonly DayAct[] = [
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
      await day.renew();
      await day.mineUntilSentOn();
      for (const wire of day.wires) wire.raise(1);
      await day.renew();
    },
  },
  {
    name: 'it changes the extranonce',
    unknownMax: 0,
    async run(day) {
      for (const wire of day.wires) wire.narrow();
      await day.renew();
      await day.mine();
    },
  },
  {
    name: 'its connections are cut',
    unknownMax: 2,
    rejectedMax: 2,
    async run(day) {
      for (const wire of day.wires) wire.cut();
      await day.mine();
    },
  },
  {
    name: 'it is gone: the next address has work, until that is gone',
    unknownMax: 4,
    rejectedMax: 4,
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
    rejectedMax: 2,
    async run(day) {
      for (const [what, ...lines] of strangersLines('equihash')) {
        await until(
          () => day.here.group.hasWork && day.wires.some(({ connections }) => connections > 0),
          workMs,
        );
        const heard = day.wires.flatMap((wire) => lines.flatMap((line) => wire.say(line)));
        if (heard.length === 0) throw new Error(`no connection was there for ${what}`);
        await Promise.all(heard);
      }
      await day.mine();
    },
  },
];

/** Plays an act between shares of each miner, and says what became of all shares. */
export async function playZcash(day: ZcashDay, act: DayAct): Promise<RelayActResult> {
  const before = await day.counted();
  await day.mine();
  const start = day.acked;
  await act.run(day);
  const meanwhile = day.acked - start;
  await day.settle();
  const after = await day.counted();
  const names = Object.keys(after) as (keyof typeof after)[];
  const since = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]));
  const { name, unknownMax, rejectedMax = 0, factor = 1 } = act;
  return { ...(since as unknown as Counted), name, meanwhile, unknownMax, rejectedMax, factor };
}
