import { workOfTarget } from '@openlode/stratum/core/difficulty';
import { UpstreamClient } from '@openlode/stratum/upstream/client';
import type {
  ClientDialect,
  ClientSettings,
  Solution,
  UpstreamJob,
} from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome } from '@openlode/stratum/upstream/client-state';
import type { KnownShares } from '@openlode/stratum/upstream/known-shares';
import { countBits, type LanePlan } from '@openlode/stratum/upstream/lane-plan';
import { fateOfShare, isWithinRounding } from '@openlode/stratum/upstream/relay-rule';
import { DividedRoom, type TakenLane } from './divided-room.ts';
import { OpenRelayJobs, type RelayedJob } from './open-relay-jobs.ts';
import { noCounts, type RelayCounts, type RelayClass, withShare } from './relay-counts.ts';
import type { MinersShare, RelayNote, RelayVerdict } from './relay-verdict.ts';
import { type LinkOptions, UpstreamLink } from './upstream-link.ts';

export interface RelayedWorkOptions<Work, Found extends Solution>
  extends Pick<LinkOptions<Work, Found>, 'addresses' | 'now' | 'random' | 'connectMs' | 'tickMs'> {
  readonly dialect: ClientDialect<Work, Found>;
  readonly settings: ClientSettings;
  /** Of all connections to the same upstream. */
  readonly known: KnownShares;
  /** For all miners of this connection. */
  readonly onJob: (job: RelayedJob<Work>) => void;
  /** No lane and no job of before holds any more. Miners need others, or to be let go where `plan` is undefined: there is no work. */
  readonly onLanes: (plan: LanePlan | undefined) => void;
  /** What an operator should know. */
  readonly onNote: (note: RelayNote) => void;
}

interface Waiting {
  readonly work: bigint;
  readonly proof: bigint | undefined;
  readonly target: bigint;
  /** Undefined where the miner was answered at once. */
  readonly answer: ((verdict: RelayVerdict) => void) | undefined;
  /** Whether it was not answered in time: its answer may still come. */
  readonly isUnknown: boolean;
}

/** Of shares that never were answered those sent last are remembered. */
const waitingMax = 1024;

/** Refusals in a row, late shares apart, after which an upstream counts as one that takes no work of ours. */
const refusalsMax = 16;

/** The work of one upstream connection: its jobs, its lanes for miners, and what becomes of their shares. */
export class RelayedWork<Work, Found extends Solution> {
  readonly #options: RelayedWorkOptions<Work, Found>;
  readonly #link: UpstreamLink<Work, Found>;
  readonly #jobs: OpenRelayJobs<Work>;
  readonly #room: DividedRoom;
  readonly #waiting = new Map<number, Waiting>();
  #counts = noCounts();
  #versionMask = 0;
  #tickets = 0;
  #refusals = 0;

  constructor(options: RelayedWorkOptions<Work, Found>) {
    this.#options = options;
    const { addresses, now, random, connectMs, tickMs, dialect, settings, onNote } = options;
    this.#jobs = new OpenRelayJobs(now);
    this.#room = new DividedRoom(dialect.name);
    this.#link = new UpstreamLink({
      addresses,
      now,
      random,
      client: new UpstreamClient(dialect, settings),
      onUp: (address) => {
        this.#refusals = 0;
        onNote({ kind: 'up', address });
      },
      onOutcome: (outcome) => this.#hear(outcome),
      onDown: (end, address, wasUp) => {
        onNote({ kind: 'down', address, end, wasUp });
        if (wasUp) this.#reset();
      },
      ...(connectMs === undefined ? {} : { connectMs }),
      ...(tickMs === undefined ? {} : { tickMs }),
    });
  }

  get counts(): RelayCounts {
    return this.#counts;
  }

  /** Version bits that its miners may roll at most. */
  get versionMask(): number {
    return this.#versionMask;
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
    const { lane, job: id, proof, minersTarget } = share;
    const open = this.#jobs.find(id);
    if (open === undefined || !this.mayWork(lane, open.job)) return refused('stale');
    const { upstream } = open.job;
    const free = this.#room.freeOf(lane, share.found.free);
    if (free === undefined) return refused('malformed');
    const fate = fateOfShare({ proof, minersTarget, closedForMs: open.closedForMs }, upstream);
    if (fate.kind === 'refused') return refused(fate.why);
    const found: Found = { ...share.found, free };
    const isSent = fate.kind === 'held' || fate.forward;
    const again = this.#whyKnown(upstream, found, proof, isSent);
    if (again !== undefined) return refused(again);
    if (fate.kind === 'held') return new Promise((answer) => this.#forward(upstream, found, proof, answer));
    if (isSent) this.#forward(upstream, found, proof, undefined);
    const work = workOfTarget(minersTarget);
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

  /** Why a share cannot count again; undefined for a new one, which is known from now on. */
  #whyKnown(
    job: UpstreamJob<Work>,
    found: Found,
    proof: bigint | undefined,
    isSent: boolean,
  ): 'duplicate' | 'busy' | undefined {
    const { known } = this.#options;
    const judged = proof === undefined ? 'new' : known.judge(job, proof);
    const is = judged === 'new' && isSent ? known.send(job, found) : judged;
    if (is === 'new') return undefined;
    return is === 'full' ? 'busy' : 'duplicate';
  }

  #forward(job: UpstreamJob<Work>, found: Found, proof: bigint | undefined, answer: Waiting['answer']): void {
    const ticket = ++this.#tickets;
    const { target } = job;
    const work = workOfTarget(target);
    this.#waiting.set(ticket, { work, proof, target, answer, isUnknown: false });
    this.#count('forwarded', work);
    this.#link.submit(ticket, job, found);
  }

  #hear(outcome: ClientOutcome<Work>): void {
    const { onNote } = this.#options;
    switch (outcome.kind) {
      case 'ready':
        this.#versionMask = outcome.versionMask;
        return;
      case 'job':
        return this.#openJob(outcome.job);
      case 'accepted':
        this.#refusals = 0;
        return this.#settle(outcome, 'accepted');
      case 'refused':
        return this.#refuse(outcome);
      case 'unknown':
        return this.#settle({ ticket: outcome.ticket, late: false }, 'unknown');
      case 'unsent':
        return this.#settle({ ticket: outcome.ticket, late: false }, 'unsent', outcome.why);
      case 'message':
        return onNote(outcome);
      case 'fault':
        return onNote({ kind: 'fault', fault: outcome.fault });
      case 'difficulty':
      case 'reconnect':
        // Jobs have their difficulty, and the link goes where it may.
        return;
    }
  }

  #openJob(upstream: UpstreamJob<Work>): void {
    const { onLanes, onJob } = this.#options;
    const is = this.#room.openJob(upstream, countBits(this.#versionMask));
    if (is === 'too-narrow')
      return this.#link.refuse(`${upstream.room.freeBytes} bytes cannot be divided among miners`);
    if (is === 'moved') this.#jobs.clear();
    const job = this.#jobs.open(upstream);
    if (is === 'moved') onLanes(this.#room.plan);
    onJob(job);
  }

  #refuse({ ticket, late, why, text }: Extract<ClientOutcome<Work>, { kind: 'refused' }>): void {
    const { onNote } = this.#options;
    const waiting = this.#waiting.get(ticket);
    this.#settle({ ticket, late }, why);
    if (why === 'stale') return;
    const { proof, target } = waiting ?? {};
    if (
      why === 'low-difficulty' &&
      proof !== undefined &&
      target !== undefined &&
      isWithinRounding(proof, target)
    )
      return;
    this.#refusals += 1;
    onNote({ kind: 'refusal', why, text });
    if (why === 'unauthorized' || this.#refusals >= refusalsMax)
      this.#link.refuse(`it refuses our shares: ${text}`);
  }

  /** A share has its class. One that was unknown, and is answered after all, changes to it. */
  #settle(
    { ticket, late }: { readonly ticket: number; readonly late: boolean },
    as: RelayClass,
    why: string = as,
  ): void {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return;
    const { work, answer } = waiting;
    if (late) this.#counts = withShare(this.#counts, 'unknown', work, -1);
    this.#count(as, work);
    this.#waiting.delete(ticket);
    if (as === 'unknown') this.#waiting.set(ticket, { ...waiting, answer: undefined, isUnknown: true });
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= waitingMax) break;
      this.#waiting.delete(oldest);
    }
    if (as === 'accepted') answer?.({ kind: 'accepted', by: 'upstream', work });
    else answer?.(as === 'unknown' ? { kind: 'unknown' } : { kind: 'refused', why });
  }

  /** The connection is over: what it has not answered is unknown, and nothing of it holds any more. */
  #reset(): void {
    for (const { work, answer, isUnknown } of this.#waiting.values()) {
      if (!isUnknown) this.#count('unknown', work);
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

function refused(why: string): Promise<RelayVerdict> {
  return Promise.resolve({ kind: 'refused', why });
}
