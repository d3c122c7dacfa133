import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Judgement, judgeTransaction, type TransactionStatus } from './judge-transaction.ts';
import { attemptOnChain, firstBeside } from './payout-attempts.ts';
import { nextStep } from './payout-state.ts';

const needed = 3;
const miners = [0, 1, 2];

/** A signed transaction of one account: it uses a number, and pays one to a miner, or no one. */
interface Signing {
  readonly txid: string;
  readonly payout: number;
  readonly miner: number;
  readonly pays: boolean;
  readonly number: number;
}

type State = 'reserved' | 'prepared' | 'broadcasting' | 'seen' | 'settled' | 'released';

interface ModelPayout {
  readonly id: number;
  readonly miner: number;
  state: State;
  /** The transaction that it has … */
  current: string | undefined;
  /** … all others that were signed for it, and those that cancel it. */
  attempts: string[];
  /** Adopted, and not known to have left, or perhaps paid by what was adopted: it is neither signed nor sent. */
  isHeld: boolean;
  /** What a signer knows it by: another one once all that was signed for it is over. */
  order: number;
  /** The pool paid it, because the balance lacked it. */
  fromPool: boolean;
}

/** What a database holds, and a backup of it. */
interface Database {
  balances: number[];
  poolLoss: number[];
  payouts: ModelPayout[];
  /** Transactions that are stored and not known to be over. */
  open: string[];
  final: string[];
}

interface Fault {
  /** A replacement takes a number of its own, and neither code, nor database, nor signer asks for a shared one. */
  readonly claimsNotShared?: boolean;
  /** Money goes back once the transaction that a payout has now is over, whatever became of the others. */
  readonly forgetsAttempts?: boolean;
}

/**
 * The life of payouts in several transactions: what the pool does in each of its database transactions, beside a chain that takes any
 * signed bytes it was ever handed, gives up branches and says what it has; a signer and a journal that survive; and backups that come back.
 */
class Model {
  readonly #fault: Fault;
  /** How often each of these has happened. */
  readonly counts = { replaced: 0, cancelled: 0, taken: 0, settled: 0, returned: 0, adopted: 0, givenUp: 0 };
  database: Database = {
    balances: miners.map(() => 1),
    poolLoss: miners.map(() => 0),
    payouts: [],
    open: [],
    final: [],
  };
  readonly #backups: Database[] = [];
  readonly #signed = new Map<string, Signing & { readonly order: number }>();
  readonly #journal: string[] = [];
  readonly #handed = new Set<string>();
  #chain: (string | undefined)[] = [];
  /** Blocks below it stay. */
  #firm = 0;
  #ids = 0;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  // -- the chain

  #placeOf(number: number): number {
    return this.#chain.findIndex((txid) => txid !== undefined && this.#of(txid).number === number);
  }

  get #next(): number {
    return this.#chain.filter((txid) => txid !== undefined).length;
  }

  mine(pick: number): void {
    const ready = [...this.#handed].filter((txid) => this.#of(txid).number === this.#next);
    this.#push(ready.length === 0 ? undefined : ready[pick % ready.length]);
  }

  #push(txid: string | undefined): void {
    this.#chain.push(txid);
    this.#firm = Math.max(this.#firm, this.#chain.length - needed + 1);
  }

  giveUp(blocks: number): void {
    const left = Math.max(this.#firm, this.#chain.length - blocks);
    if (this.#chain.slice(left).some((txid) => txid !== undefined)) this.counts.givenUp += 1;
    this.#chain = this.#chain.slice(0, left);
  }

  #statusOf(txid: string): TransactionStatus {
    const place = this.#placeOf(this.#of(txid).number);
    const confirmations = this.#chain.length - place;
    if (place >= 0 && this.#chain[place] === txid) return { kind: 'confirmed', confirmations, fee: 1n };
    if (place >= 0 && confirmations >= needed)
      return { kind: 'invalidated', why: 'its number is used', fee: 0n };
    return { kind: place < 0 && this.#handed.has(txid) ? 'waiting' : 'absent' };
  }

  #judge(txid: string): Judgement {
    const status = this.#statusOf(txid);
    const answers = ['one', 'two'].map((node) => ({
      node,
      height: this.#chain.length,
      isSynced: true,
      status,
    }));
    return judgeTransaction(answers, needed);
  }

  // -- the signer

  #of(txid: string): Signing & { readonly order: number } {
    const found = this.#signed.get(txid);
    if (found === undefined) throw new Error(`${txid} was never signed`);
    return found;
  }

  #signedFor(order: number): readonly Signing[] {
    return [...this.#signed.values()].filter((each) => each.order === order);
  }

  /** Undefined where it refuses. */
  #sign({ id, miner, order }: ModelPayout, number: number, pays: boolean): string | undefined {
    const shares = this.#signedFor(order).every((each) => each.number === number);
    const isTaken = [...this.#signed.values()].some((each) => each.number === number && each.order !== order);
    if (this.#fault.claimsNotShared !== true && (!shares || isTaken)) return undefined;
    const txid = `t${this.#signed.size}`;
    this.#signed.set(txid, { txid, payout: id, miner, pays, number, order });
    return txid;
  }

  // -- the pool

  #claims(txids: readonly string[]) {
    return txids.map((txid) => ({ txid, claims: [`${this.#of(txid).number}`] }));
  }

  #allOf({ current, attempts }: ModelPayout): readonly string[] {
    return [...(current === undefined ? [] : [current]), ...attempts];
  }

  #paying(payout: ModelPayout): readonly string[] {
    return this.#allOf(payout).filter((txid) => this.#of(txid).pays);
  }

  /** What cancels it and is not over. */
  #isCancelled({ attempts }: ModelPayout): boolean {
    return attempts.some((txid) => !this.#of(txid).pays && this.#statusOf(txid).kind !== 'invalidated');
  }

  #isDecided(payout: ModelPayout): boolean {
    return this.#allOf(payout).some((txid) =>
      ['confirmed', 'invalidated'].includes(this.#statusOf(txid).kind),
    );
  }

  /** The lowest number that is free, where all before it are known: undefined where something else has to leave or be seen first. */
  #freeNumber(): number | undefined {
    const claimed = new Set(this.database.open.map((txid) => this.#of(txid).number));
    let number = this.#next;
    while (claimed.has(number)) number += 1;
    const waiting = new Set([...this.#handed].map((txid) => this.#of(txid).number));
    for (let before = this.#next; before < number; before += 1) if (!waiting.has(before)) return undefined;
    return waiting.has(number) ? undefined : number;
  }

  reserve(miner: number): void {
    if ((this.database.balances[miner] ?? 0) < 1) return;
    this.database.balances[miner] = (this.database.balances[miner] ?? 0) - 1;
    this.#ids += 1;
    const id = this.#ids;
    this.database.payouts.push({
      id,
      miner,
      state: 'reserved',
      current: undefined,
      attempts: [],
      isHeld: false,
      order: id,
      fromPool: false,
    });
  }

  build(payout: ModelPayout, crashes: boolean): void {
    if (payout.state !== 'reserved' || payout.isHeld) return;
    const [before] = this.#signedFor(payout.order);
    const number = before?.number ?? this.#freeNumber();
    if (number === undefined) return;
    const holders = this.database.open.filter((txid) => this.#of(txid).number === number);
    if (holders.length > 0) return;
    const isOver =
      before !== undefined &&
      this.database.final.some(
        (txid) => this.#of(txid).number === number && this.#of(txid).order !== payout.order,
      );
    if (isOver) {
      this.#ids += 1;
      payout.order = this.#ids;
      return;
    }
    const txid = this.#sign(payout, number, true);
    if (txid === undefined || crashes) return;
    Object.assign(payout, { state: 'prepared', current: txid });
    this.database.open.push(txid);
  }

  send(payout: ModelPayout, crashes: boolean): void {
    const { state, current, isHeld } = payout;
    if (current === undefined || isHeld || this.#isCancelled(payout)) return;
    if (state === 'prepared') {
      payout.state = 'broadcasting';
      this.#journal.push(current);
    } else if (state !== 'broadcasting' && state !== 'seen') return;
    if (!crashes) this.#handed.add(current);
  }

  replace(
    payout: ModelPayout,
    { crashes, dies }: { readonly crashes: boolean; readonly dies: boolean },
  ): void {
    const { state, current } = payout;
    if (current === undefined || (state !== 'broadcasting' && state !== 'seen')) return;
    if (payout.isHeld || this.#isCancelled(payout) || this.#isDecided(payout)) return;
    const number = this.#fault.claimsNotShared === true ? this.#freeNumber() : this.#of(current).number;
    const txid = number === undefined ? undefined : this.#sign(payout, number, true);
    if (txid === undefined || crashes) return;
    const claims = this.#claims([txid])[0]?.claims ?? [];
    const beside = firstBeside(claims, this.#claims(this.#allOf(payout)));
    if (beside !== undefined && this.#fault.claimsNotShared !== true)
      throw new Error(`${txid} beside ${beside.txid}`);
    payout.attempts.push(current);
    payout.current = txid;
    this.database.open.push(txid);
    this.#journal.push(txid);
    if (!dies) this.#handed.add(txid);
    this.counts.replaced += 1;
  }

  cancel(payout: ModelPayout, dies: boolean): void {
    const { state, order } = payout;
    const before = [...this.#allOf(payout), ...this.#signedFor(order).map((each) => each.txid)];
    const [first] = before;
    const isOpen = state === 'prepared' || state === 'broadcasting' || state === 'seen';
    const isFreed = state === 'released' && payout.current === undefined;
    if (first === undefined || !(isOpen || isFreed) || this.#isDecided(payout)) return;
    const { number } = this.#of(first);
    if (this.#placeOf(number) >= 0 || before.some((txid) => this.#of(txid).number !== number)) return;
    const txid = this.#sign(payout, number, false);
    if (txid === undefined) return;
    payout.attempts.push(txid);
    this.database.open.push(txid);
    if (!dies) this.#handed.add(txid);
    this.counts.cancelled += 1;
  }

  /** An operator gives back what is not signed, as far as is known. */
  release(payout: ModelPayout): void {
    const isJournalled = this.#journal.some((txid) => this.#of(txid).payout === payout.id);
    if (payout.state === 'reserved' && !isJournalled) this.#giveBack(payout);
  }

  #giveBack(payout: ModelPayout): void {
    if (payout.current !== undefined) this.counts.returned += 1;
    payout.state = 'released';
    const { miner } = payout;
    if ((this.database.poolLoss[miner] ?? 0) > 0)
      this.database.poolLoss[miner] = (this.database.poolLoss[miner] ?? 0) - 1;
    else this.database.balances[miner] = (this.database.balances[miner] ?? 0) + 1;
  }

  /** What nodes say moves a payout on, and ends what no payout has any more. */
  look(payout: ModelPayout): void {
    for (const txid of this.database.open) {
      const { evidence } = this.#judge(txid);
      const isFinal = evidence.kind === 'confirmed' && evidence.confirmations >= needed;
      if (evidence.kind !== 'invalidated' && !isFinal) continue;
      this.database.open = this.database.open.filter((each) => each !== txid);
      if (isFinal) this.database.final.push(txid);
    }
    // What cancels is sent as long as no node has it.
    for (const txid of payout.attempts)
      if (!this.#of(txid).pays && this.database.open.includes(txid)) this.#handed.add(txid);
    const { state, current } = payout;
    if (current === undefined || (state !== 'prepared' && state !== 'broadcasting' && state !== 'seen'))
      return;
    const attemptOf = (txid: string) => ({ txid, judged: this.#judge(txid) });
    const others = this.#paying(payout).filter((txid) => txid !== current);
    const paying = attemptOnChain(attemptOf(current), others.map(attemptOf));
    if (paying !== current && this.#fault.forgetsAttempts !== true) {
      payout.attempts = [...payout.attempts.filter((txid) => txid !== paying), current];
      payout.current = paying;
      this.counts.taken += 1;
      return;
    }
    const { evidence } = this.#judge(current);
    const step = nextStep({ state, sends: 1 }, evidence, { confirmationsNeeded: needed, sendsMax: 20 });
    if (step.kind !== 'become') return;
    if (step.state === 'broadcasting' && evidence.kind !== 'absent')
      Object.assign(payout, { state: 'broadcasting', isHeld: false });
    if (step.state === 'seen' || step.state === 'settled') payout.state = step.state;
    if (step.state === 'settled') this.counts.settled += 1;
    if (step.state !== 'invalidated') return;
    const isOver = others.every((txid) => this.#judge(txid).evidence.kind === 'invalidated');
    if (isOver || this.#fault.forgetsAttempts === true) this.#giveBack(payout);
  }

  // -- backups

  backUp(): void {
    this.#backups.push(structuredClone(this.database));
  }

  /** An older copy comes back, and an operator adopts what left and it does not know. */
  restore(pick: number): void {
    const backup = this.#backups[pick % Math.max(1, this.#backups.length)];
    if (backup === undefined) return;
    this.database = structuredClone(backup);
    for (const txid of new Set([...this.#chain.flatMap((each) => each ?? []), ...this.#journal]))
      this.#adopt(txid);
  }

  #adopt(txid: string): void {
    const { payout: id, miner, pays, order } = this.#of(txid);
    const isKnown = this.database.payouts.some(
      (each) => each.state !== 'released' && this.#allOf(each).includes(txid),
    );
    if (!pays || isKnown) return;
    const hasLeft = ['waiting', 'confirmed'].includes(this.#statusOf(txid).kind);
    this.database.open.push(txid);
    this.counts.adopted += 1;
    const same = this.database.payouts.find((each) => each.id === id);
    if (same?.state === 'reserved') {
      Object.assign(same, {
        state: hasLeft ? 'broadcasting' : 'prepared',
        current: txid,
        isHeld: !hasLeft,
        order,
      });
      return;
    }
    const claims = this.#claims([txid])[0]?.claims ?? [];
    const isOpen = same !== undefined && same.state !== 'released' && same.state !== 'settled';
    if (isOpen && firstBeside(claims, this.#claims(this.#allOf(same))) === undefined) {
      same.attempts.push(txid);
      return;
    }
    const fromPool = (this.database.balances[miner] ?? 0) < 1;
    if (fromPool) {
      this.database.poolLoss[miner] = (this.database.poolLoss[miner] ?? 0) + 1;
      // What it has reserved and not sent may be the same money.
      for (const each of this.database.payouts)
        if (each.miner === miner && (each.state === 'reserved' || each.state === 'prepared'))
          each.isHeld = true;
    } else this.database.balances[miner] = (this.database.balances[miner] ?? 0) - 1;
    this.database.payouts.push({
      id: same === undefined ? id : (this.#ids += 1),
      miner,
      state: hasLeft ? 'broadcasting' : 'prepared',
      current: txid,
      attempts: [],
      isHeld: !hasLeft,
      order,
      fromPool,
    });
  }

  // -- at the end

  /** Everything heals: what waits is mined, what hangs is cancelled. */
  drain(): void {
    for (let round = 0; round < 40; round += 1) {
      for (const payout of this.database.payouts) {
        this.build(payout, false);
        this.send(payout, false);
        if (payout.isHeld) this.release(payout);
        if (round > 10 && payout.state !== 'reserved') this.cancel(payout, false);
        this.look(payout);
        this.look(payout);
      }
      if (round > 20) this.#freeByHand();
      this.mine(0);
    }
  }

  /** `signer void`: a number that was signed for a payout which no database has any more is used for nothing. */
  #freeByHand(): void {
    const isAtRest = [...this.#handed].every((txid) => this.#of(txid).number < this.#next);
    const isBound = [...this.#signed.values()].some((each) => each.number === this.#next);
    if (!isAtRest || !isBound) return;
    const txid = `t${this.#signed.size}`;
    this.#signed.set(txid, { txid, payout: 0, miner: 0, pays: false, number: this.#next, order: 0 });
    this.#handed.add(txid);
  }

  /** What is wrong in the end; empty where nothing is. */
  wrong(): readonly string[] {
    const paid = (miner: number): number =>
      this.#chain.filter(
        (txid) => txid !== undefined && this.#of(txid).pays && this.#of(txid).miner === miner,
      ).length;
    const found: string[] = [];
    for (const payout of this.database.payouts)
      if (!['settled', 'released'].includes(payout.state))
        found.push(`payout ${payout.id} is ${payout.state}`);
    for (const miner of miners) {
      const has = paid(miner) + (this.database.balances[miner] ?? 0) - (this.database.poolLoss[miner] ?? 0);
      if (has !== 1 || paid(miner) > 1)
        found.push(`miner ${miner} was paid ${paid(miner)} and has ${has} in all`);
    }
    return found;
  }

  besides(): readonly string[] {
    return this.database.payouts.flatMap((payout) => {
      const all = this.#claims(this.#allOf(payout));
      return all
        .flatMap(({ claims }) => firstBeside(claims, all)?.txid ?? [])
        .map((txid) => `${payout.id}: ${txid}`);
    });
  }

  nth(pick: number): ModelPayout | undefined {
    return this.database.payouts[pick % Math.max(1, this.database.payouts.length)];
  }
}

const verbs = [
  'reserve',
  'build',
  'build',
  'build',
  'send',
  'send',
  'send',
  'replace',
  'replace',
  'replace',
  'replace',
  'cancel',
  'release',
  'mine',
  'mine',
  'giveUp',
  'look',
  'look',
  'look',
  'backUp',
  'restore',
] as const;
const step = fc.record({
  verb: fc.constantFrom(...verbs),
  pick: fc.nat(5),
  crashes: fc.constantFrom(false, false, false, true),
  dies: fc.constantFrom(false, false, true),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[], fault: Fault, model = new Model(fault)): readonly string[] {
  const beside: string[] = [];
  model.backUp();
  for (const miner of miners) model.reserve(miner);
  model.backUp();
  for (const { verb, pick, crashes, dies } of steps) {
    const payout = model.nth(pick);
    if (verb === 'reserve') model.reserve(pick % miners.length);
    else if (verb === 'mine') model.mine(pick);
    else if (verb === 'giveUp') model.giveUp(1 + (pick % needed));
    else if (verb === 'backUp') model.backUp();
    else if (verb === 'restore') model.restore(pick);
    else if (payout === undefined) continue;
    else if (verb === 'build') model.build(payout, crashes);
    else if (verb === 'send') model.send(payout, crashes);
    else if (verb === 'replace') model.replace(payout, { crashes, dies });
    else if (verb === 'cancel') model.cancel(payout, dies);
    else if (verb === 'release') model.release(payout);
    else model.look(payout);
    beside.push(...model.besides());
  }
  model.drain();
  return [...(fault.claimsNotShared === true ? [] : beside), ...model.wrong()];
}

const sequences = fc.array(step, { minLength: 20, maxLength: 60 });

it('pays each payout once and loses none, whatever is replaced, cancelled, given up and restored, and any two of its transactions share a claim [P1] [P2]', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(sequences, (steps) => {
      const model = new Model({});
      expect(play(steps, {}, model)).toEqual([]);
      for (const [what, times] of Object.entries(model.counts)) met.set(what, (met.get(what) ?? 0) + times);
    }),
    { numRuns: 1000, seed: 173 },
  );
  // It is no property of a model in which nothing happens.
  for (const [what, times] of met) expect([what, times >= 20]).toEqual([what, true]);
});

it.each<[string, Fault]>([
  ['claims are not shared', { claimsNotShared: true }],
  ['only the newest transaction is looked at', { forgetsAttempts: true }],
])('would be found wrong where %s', (_name, fault) => {
  const found = fc.check(
    fc.property(sequences, (steps) => play(steps, fault).length === 0),
    { numRuns: 1000, seed: 173, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});
