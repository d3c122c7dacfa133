import { createHash } from 'node:crypto';
import { workOfTarget } from '@openlode/stratum/core/difficulty';
import { UpstreamClient } from '@openlode/stratum/upstream/client';
import type {
  ClientDialect,
  ClientSettings,
  Solution,
  UpstreamJob,
} from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome } from '@openlode/stratum/upstream/client-state';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import { fateOfShare, isWithinRounding, minersTarget } from '@openlode/stratum/upstream/relay-rule';
import { DividedRoom, type TakenLane } from './divided-room.ts';
import { LaneTrust } from './lane-trust.ts';
import { NoteLimit } from './note-limit.ts';
import { OpenRelayJobs, type RelayedJob } from './open-relay-jobs.ts';
import { noCounts, type RelayClass, type RelayCounts, withShare } from './relay-counts.ts';
import type { MinersShare, RelayNote, RelayVerdict } from './relay-verdict.ts';
import { type LinkOptions, UpstreamLink } from './upstream-link.ts';
import type { UpstreamMemory } from './upstream-memory.ts';

export interface RelayedWorkOptions<Work, Found extends Solution>
  extends Pick<LinkOptions<Work, Found>, 'addresses' | 'now' | 'random' | 'connectMs' | 'tickMs'> {
  readonly dialect: ClientDialect<Work, Found>;
  readonly settings: Omit<ClientSettings, 'digest'>;
  /** Of all connections to the same upstream. */
  readonly memory: UpstreamMemory;
  /** For all miners of this connection. */
  readonly onJob: (job: RelayedJob<Work>) => void;
  /** No lane and no job of before holds any more. Miners need others, or to be let go where `plan` is undefined: there is no work. */
  readonly onLanes: (plan: LanePlan | undefined) => void;
  /** The miner of a lane sends shares that the upstream does not take, and nothing here judges: it must be let go, or all others suffer. */
  readonly onBadLane: (lane: TakenLane) => void;
  /** What an operator should know. */
  readonly onNote: (note: RelayNote) => void;
}

interface Waiting<Work, Found extends Solution> {
  readonly job: UpstreamJob<Work>;
  readonly found: Found;
  readonly lane: TakenLane;
  readonly proof: bigint | undefined;
  /** Undefined where the miner was answered at once. */
  readonly answer: ((verdict: RelayVerdict) => void) | undefined;
  /** Whether it was not answered in time: its answer may still come. */
  readonly isUnknown: boolean;
}

/** Of shares that never were answered those sent last are remembered. */
const waitingMax = 1024;
/** Refusals in a row of shares that were judged here, late ones apart, after which an upstream counts as one that takes no work of ours. */
const refusalsMax = 16;

/** The work of one upstream connection: its jobs, its lanes for miners, and what becomes of their shares. */
export class RelayedWork<Work, Found extends Solution> {
  readonly #options: RelayedWorkOptions<Work, Found>;
  readonly #link: UpstreamLink<Work, Found>;
  readonly #jobs: OpenRelayJobs<Work>;
  readonly #room: DividedRoom;
  readonly #trust = new LaneTrust();
  readonly #notes: NoteLimit;
  readonly #waiting = new Map<number, Waiting<Work, Found>>();
  #counts = noCounts();
  #tickets = 0;
  #refusals = 0;

  constructor(options: RelayedWorkOptions<Work, Found>) {
    this.#options = options;
    const { addresses, now, random, connectMs, tickMs, dialect, settings, memory } = options;
    this.#jobs = new OpenRelayJobs(now, memory.known);
    this.#room = new DividedRoom(dialect.name, memory);
    this.#notes = new NoteLimit(now, options.onNote);
    this.#link = new UpstreamLink({
      addresses,
      now,
      random,
      client: new UpstreamClient(dialect, { ...settings, digest }),
      onUp: (address) => {
        this.#refusals = 0;
        this.#notes.say({ kind: 'up', address });
      },
      onOutcome: (outcome) => this.#hear(outcome),
      onDown: (end, address, wasUp) => {
        this.#notes.say({ kind: 'down', address, end, wasUp });
        if (wasUp) this.#reset();
      },
      ...(connectMs === undefined ? {} : { connectMs }),
      ...(tickMs === undefined ? {} : { tickMs }),
    });
  }

  get counts(): RelayCounts {
    return this.#counts;
  }

  /** A lane for a miner; undefined where there is none, or no work yet. */
  takeLane(): TakenLane | undefined {
    return this.#room.take();
  }

  giveLaneBack(taken: TakenLane): void {
    this.#room.giveBack(taken);
  }

  /** Whether the miner of a lane may be given a job. */
  mayWork(taken: TakenLane, job: RelayedJob<Work>): boolean {
    return this.#room.mayWork(taken, job.upstream);
  }

  /** What becomes of a share: known at once where it is judged here, else when the upstream has spoken, or has not for ten seconds. */
  submit(share: MinersShare<Found>): Promise<RelayVerdict> {
    const { lane, job: id, proof } = share;
    const open = this.#jobs.find(id);
    if (open === undefined || !this.mayWork(lane, open.job)) return this.#refuseHere(share, 'stale');
    const { upstream } = open.job;
    const free = this.#room.freeOf(lane, share.found.free);
    if (free === undefined) return this.#refuseHere(share, 'malformed');
    const found: Found = { ...share.found, free };
    const wrong = this.#options.dialect.refuses?.(upstream, found);
    if (wrong !== undefined) return this.#refuseHere(share, wrong);
    const target = minersTarget(share.minersTarget, upstream, proof !== undefined);
    const fate = fateOfShare({ proof, minersTarget: target, closedForMs: open.closedForMs }, upstream);
    if (fate.kind === 'refused') return this.#refuseHere(share, this.#whyRefused(upstream, proof, fate.why));
    const isHeld = fate.kind === 'held';
    if (isHeld && !this.#trust.mayWait(lane)) return this.#refuseHere(share, 'busy');
    const isSent = isHeld || fate.forward;
    const again = this.#whyKnown(upstream, found, proof, { isHeld, isSent });
    if (again !== undefined) return this.#refuseHere(share, again);
    const forward = { job: upstream, found, lane, proof, isUnknown: false };
    if (isHeld) return new Promise((answer) => this.#forward({ ...forward, answer }));
    if (isSent) this.#forward({ ...forward, answer: undefined });
    const work = workOfTarget(target);
    this.#count('judged', work);
    return Promise.resolve({ kind: 'accepted', by: 'verifier', work });
  }

  /** What comes on its connection cannot be used: it is made again, at the next address that may be tried. */
  refuse(why: string): void {
    this.#link.refuse(why);
  }

  close(): void {
    this.#link.close();
    this.#reset();
  }

  #refuseHere({ minersTarget: target }: MinersShare<Found>, why: string): Promise<RelayVerdict> {
    this.#count('refused-here', workOfTarget(target));
    return Promise.resolve({ kind: 'refused', by: 'here', why });
  }

  /** A share that comes too late counts nothing, and once: sent over and over it is a duplicate as any other. */
  #whyRefused(job: UpstreamJob<Work>, proof: bigint | undefined, why: string): string {
    if (proof === undefined || why !== 'stale') return why;
    return this.#options.memory.known.judge(job, proof) === 'duplicate' ? 'duplicate' : why;
  }

  /** Why a share cannot count again; undefined for a new one, which is known from now on. */
  #whyKnown(
    job: UpstreamJob<Work>,
    found: Found,
    proof: bigint | undefined,
    { isHeld, isSent }: { readonly isHeld: boolean; readonly isSent: boolean },
  ): 'duplicate' | 'busy' | undefined {
    const { known } = this.#options.memory;
    if (proof !== undefined && known.isJudged(job, proof)) return 'duplicate';
    // One that is held counts by the upstream's word, and may be sent again where it could not be sent.
    const judged = proof === undefined || isHeld ? 'new' : known.judge(job, proof);
    const is = judged === 'new' && isSent ? known.send(job, found) : judged;
    if (is === 'new') return undefined;
    return is === 'full' ? 'busy' : 'duplicate';
  }

  #forward(waiting: Waiting<Work, Found>): void {
    const ticket = ++this.#tickets;
    this.#waiting.set(ticket, waiting);
    if (waiting.answer !== undefined) this.#trust.wait(waiting.lane);
    this.#count('forwarded', workOfTarget(waiting.job.target));
    this.#link.submit(ticket, waiting.job, waiting.found);
  }

  #hear(outcome: ClientOutcome<Work>): void {
    switch (outcome.kind) {
      case 'job':
        return this.#openJob(outcome.job);
      case 'accepted':
        return this.#settle(outcome.ticket, outcome.late, 'accepted');
      case 'refused':
        return this.#refuse(outcome);
      case 'unknown':
        return this.#settle(outcome.ticket, false, 'unknown');
      case 'unsent':
        return this.#settle(outcome.ticket, false, 'unsent', outcome.why);
      case 'message':
        return this.#notes.say(outcome);
      case 'fault':
        return this.#notes.say({ kind: 'fault', fault: outcome.fault });
      case 'ready':
      case 'difficulty':
      case 'reconnect':
        // Work comes with a job, jobs have their difficulty, and the link goes where it may.
        return;
    }
  }

  #openJob(upstream: UpstreamJob<Work>): void {
    const { onLanes, onJob, memory, now } = this.#options;
    const { networkTarget } = upstream;
    // One that is not said, or that every hash would be a block of, is the easiest there is.
    if (!memory.network.mayBe(networkTarget === undefined ? 1n : workOfTarget(networkTarget), now()))
      return this.#link.refuse('a block of its network takes many times more, or less, than a moment ago');
    const is = this.#room.openJob(upstream);
    if (is === 'too-narrow')
      return this.#link.refuse(`${upstream.room.freeBytes} bytes cannot be divided among miners`);
    if (is === 'moved') this.#jobs.clear();
    const job = this.#jobs.open(upstream);
    if (is === 'moved') onLanes(this.#room.plan);
    onJob(job);
  }

  #refuse({ ticket, late, why, text }: Extract<ClientOutcome<Work>, { kind: 'refused' }>): void {
    const waiting = this.#waiting.get(ticket);
    this.#settle(ticket, late, why);
    if (waiting === undefined || why === 'stale') return;
    this.#notes.say({ kind: 'refusal', why, text });
    if (why === 'unauthorized') return this.#link.refuse(`it refuses our shares: ${text}`);
    const { proof, lane, job } = waiting;
    if (proof === undefined) {
      // Nothing here has judged it: it is the miner's, and none of the others shall suffer.
      if (this.#trust.isBad(lane)) this.#options.onBadLane(lane);
      return;
    }
    // A block that is no share of the upstream, or one at the edge of its rounding, says nothing about it.
    if (why === 'low-difficulty' && isWithinRounding(proof, job.target)) return;
    this.#refusals += 1;
    if (this.#refusals >= refusalsMax) this.#link.refuse(`it refuses our shares: ${text}`);
  }

  /** A share has its class. One that was unknown, and is answered after all, changes to it. */
  #settle(ticket: number, isLate: boolean, as: RelayClass, why: string = as): void {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return;
    const { job, found, lane, proof, answer } = waiting;
    const work = workOfTarget(job.target);
    if (isLate) this.#counts = withShare(this.#counts, 'unknown', work, -1);
    this.#count(as, work);
    this.#waiting.delete(ticket);
    if (as === 'unknown') this.#waiting.set(ticket, { ...waiting, answer: undefined, isUnknown: true });
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= waitingMax) break;
      this.#waiting.delete(oldest);
    }
    if (as === 'unsent') {
      this.#counts = withShare(this.#counts, 'forwarded', work, -1);
      this.#options.memory.known.unsend(job, found);
    }
    if (as === 'accepted' && proof !== undefined) this.#refusals = 0;
    if (answer === undefined) return;
    this.#trust.settle(lane, as);
    if (as === 'accepted') answer({ kind: 'accepted', by: 'upstream', work });
    else
      answer(
        as === 'unknown'
          ? { kind: 'unknown' }
          : { kind: 'refused', by: as === 'unsent' ? 'here' : 'upstream', why },
      );
  }

  /** The connection is over: what it has not answered is unknown, and nothing of it holds any more. */
  #reset(): void {
    for (const { job, answer, isUnknown } of this.#waiting.values()) {
      if (!isUnknown) this.#count('unknown', workOfTarget(job.target));
      answer?.({ kind: 'unknown' });
    }
    this.#waiting.clear();
    this.#jobs.clear();
    this.#room.close();
    this.#options.onLanes(undefined);
  }

  #count(as: RelayClass, work: bigint): void {
    this.#counts = withShare(this.#counts, as, work);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
