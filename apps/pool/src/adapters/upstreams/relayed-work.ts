import { UpstreamClient } from '@openlode/stratum/upstream/client';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome } from '@openlode/stratum/upstream/client-state';
import { fateOfShare, isWithinRounding, lateMs, minersTarget } from '@openlode/stratum/upstream/relay-rule';
import { BlockCounts, type RelayBlocks } from './block-counts.ts';
import { whyJudged, whyLate, whySent } from './count-once.ts';
import { digestOf } from './digest-of.ts';
import { DividedRoom, type TakenLane } from './divided-room.ts';
import { JobPace } from './job-pace.ts';
import { KnownWorks } from './known-works.ts';
import { LaneTrust } from './lane-trust.ts';
import { workOfBlock } from './network-watch.ts';
import { NoteLimit } from './note-limit.ts';
import { OpenRelayJobs } from './open-relay-jobs.ts';
import { type RelayClass, type RelayCounts, RelayAccumulator } from './relay-counts.ts';
import { type MinersShare, type RelayVerdict, type ToSend, verdictOf } from './relay-verdict.ts';
import { relayedBlockOf } from './relayed-block.ts';
import { lateAnswerMsUsual, linkOptionsOf, type RelayedWorkOptions } from './relayed-work-options.ts';
import { UpstreamLink } from './upstream-link.ts';
import { type WaitingShare, WaitingShares } from './waiting-shares.ts';

/** The work of one upstream connection: its jobs, its lanes for miners, and what becomes of their shares. */
export class RelayedWork<Work, Found extends Solution> {
  readonly #options: RelayedWorkOptions<Work, Found>;
  readonly #link: UpstreamLink<Work, Found>;
  readonly #jobs: OpenRelayJobs<Work>;
  readonly #room: DividedRoom;
  #trust: LaneTrust;
  readonly #notes: NoteLimit;
  readonly #pace: JobPace<Work>;
  readonly #waiting = new WaitingShares<Work, Found>();
  readonly #accumulator = new RelayAccumulator();
  readonly #works = new KnownWorks();
  readonly #blocks: BlockCounts;

  constructor(options: RelayedWorkOptions<Work, Found>) {
    this.#options = options;
    this.#blocks = new BlockCounts(this.#works, options.networkWork);
    const { now, dialect, settings, memory } = options;
    this.#trust = new LaneTrust(memory.unjudged, now);
    this.#jobs = new OpenRelayJobs(now, memory.known, dialect.jobsLast);
    this.#room = new DividedRoom(dialect.name, memory);
    this.#notes = new NoteLimit(now, options.onNote);
    this.#pace = new JobPace(now, (job) => this.#openJob(job));
    this.#link = new UpstreamLink({
      ...linkOptionsOf(options),
      client: new UpstreamClient(dialect, { ...settings, digest: digestOf }),
      onUp: (address) => {
        this.#trust = new LaneTrust(memory.unjudged, now);
        this.#notes.say({ kind: 'up', address });
      },
      onOutcome: (outcome) => this.#takeOutcome(outcome),
      onDown: (end, address, wasUp) => {
        this.#notes.say({ kind: 'down', address, end, wasUp });
        if (wasUp) this.#reset();
      },
    });
  }

  get counts(): RelayCounts {
    return this.#accumulator.counts;
  }

  get blocks(): RelayBlocks {
    return this.#blocks.counts;
  }

  /** A lane for a miner; undefined where there is none, or no work yet. */
  takeLane(owner: string): TakenLane | undefined {
    return this.#room.take(owner);
  }

  giveLaneBack(taken: TakenLane): void {
    this.#room.giveBack(taken);
  }

  /** Whether the miner of a lane may be given a job. */
  mayWork(taken: TakenLane, job: UpstreamJob): boolean {
    return this.#room.mayWork(taken, job);
  }

  /**
   * Refuses a share without calculating it: its claimed hash is counted already, or its job is over and could not show whether it is a block.
   * Calculating costs, and such a share can be sent over and over.
   */
  refuseKnown(share: MinersShare<Found>): RelayVerdict | undefined {
    const open = this.#jobs.find(share.job, share.at);
    if (open === undefined) return undefined;
    const { job, closedForMs = 0 } = open;
    if (job.networkTarget === undefined && closedForMs > lateMs) return this.#refuseHere(share, 'stale');
    const { proof, hash } = share;
    if (proof === undefined || !this.#options.memory.known.isJudged(job, proof, hash)) return undefined;
    return this.#refuseHere(share, 'duplicate');
  }

  /** The verdict on a share: at once where it is judged here, within a second where it came late, else when the upstream answers (10 s at most). */
  submit(share: MinersShare<Found>): RelayVerdict | Promise<RelayVerdict> {
    const { lane, found, proof } = share;
    const open = this.#jobs.find(share.job, share.at);
    if (open === undefined || !this.mayWork(lane, open.job)) return this.#refuseHere(share, 'stale');
    const { job, closedForMs } = open;
    if (!this.#room.fits(lane, found.free)) return this.#refuseHere(share, 'malformed');
    const wrong = this.#options.dialect.refuses?.(job, found);
    if (wrong !== undefined) return this.#refuseHere(share, wrong);
    const target = minersTarget(share.minersTarget, job, proof !== undefined);
    const fate = fateOfShare({ proof, minersTarget: target, closedForMs }, job);
    const { known } = this.#options.memory;
    if (fate.kind === 'refused') return this.#refuseHere(share, whyLate(known, job, proof, fate.why));
    const isBlock = proof !== undefined && proof <= (job.networkTarget ?? 0n);
    const isHeld = fate.kind === 'held';
    const isForward = fate.kind === 'held' || (fate.forward && (isBlock || !open.isOver));
    if (proof === undefined || isForward) return this.#send(share, { job, target, isHeld, isBlock });
    const again = whyJudged(known, { job, proof, hash: share.hash });
    return again === undefined ? this.#accept(proof, target, job) : this.#refuseHere(share, again);
  }

  /** It is one for the upstream, too: it counts at once, or by its word where it is held. */
  #send(share: MinersShare<Found>, how: ToSend<Work>): RelayVerdict | Promise<RelayVerdict> {
    const { lane, proof, hash } = share;
    const { job, target, isHeld, isBlock } = how;
    if (isHeld && !this.#trust.mayWait(lane, proof)) return this.#refuseHere(share, 'busy');
    // The upstream leaves too many unanswered for one more. Before it counts: what it is not given it does not pay for.
    if (!this.#link.mayTake(isBlock)) {
      this.#accumulator.add('unsent', this.#works.of(job.target));
      this.#notes.say({ kind: 'unsent' });
      return this.#refuseHere(share, 'busy');
    }
    const found: Found = { ...share.found, free: this.#room.freeOf(lane, share.found.free) };
    const again = whySent(this.#options.memory.known, { job, found, proof, hash }, isHeld);
    if (again !== undefined) return this.#refuseHere(share, again);
    const forward = { job, found, lane, proof, isBlock, isLate: isHeld, isUnknown: false };
    if (isHeld) return new Promise((answer) => this.#forward({ ...forward, answer }));
    this.#forward({ ...forward, answer: undefined });
    return this.#accept(proof, target, job);
  }

  /** It counts by our own verifier. */
  #accept(proof: bigint | undefined, target: bigint, { networkTarget }: UpstreamJob): RelayVerdict {
    const work = this.#works.of(target);
    this.#accumulator.add('judged', work);
    const blocks = proof === undefined ? 0 : this.#blocks.add(work, proof, networkTarget);
    return { kind: 'accepted', by: 'verifier', work, blocks, isBlock: blocks > 0 && this.#blocks.isLastOne };
  }

  /** What comes on its connection cannot be used: it is made again, at the next address that may be tried. */
  refuse(why: string): void {
    this.#link.refuse(why);
  }

  close(): void {
    this.#link.close();
    this.#reset();
  }

  #refuseHere({ minersTarget: target }: MinersShare<Found>, why: string): RelayVerdict {
    this.#accumulator.add('refused-here', this.#works.of(target));
    return { kind: 'refused', by: 'here', why };
  }

  #forward(share: WaitingShare<Work, Found>): void {
    const { job, found, lane, proof, isBlock, answer } = share;
    const ticket = this.#waiting.add(share);
    if (answer !== undefined) this.#trust.wait(lane, proof);
    this.#accumulator.add('forwarded', this.#works.of(job.target));
    if (answer !== undefined && proof !== undefined)
      setTimeout(() => this.#answerLate(ticket), this.#options.lateAnswerMs ?? lateAnswerMsUsual).unref();
    this.#link.submit({ ticket, job, found, isBlock });
  }

  /** What came late counts nothing where the upstream is slow to take it. */
  #answerLate(ticket: number): void {
    const answered = this.#waiting.answerNow(ticket, { kind: 'unknown' });
    if (answered) this.#trust.settle(answered.lane, 'unknown', answered.proof);
  }

  #takeOutcome(outcome: ClientOutcome<Work>): void {
    switch (outcome.kind) {
      case 'job':
        this.#jobs.hear();
        return this.#pace.offer(outcome.job);
      case 'accepted':
        return this.#settle(outcome.ticket, outcome.late, 'accepted');
      case 'refused':
        return this.#refuse(outcome);
      case 'unknown':
        this.#countUntaken(this.#waiting.find(outcome.ticket));
        this.#settle(outcome.ticket, false, 'unknown');
        if (this.#trust.leaveUnanswered()) this.#link.refuse('it answers none of our shares');
        return;
      case 'unsent':
        return this.#settle(outcome.ticket, false, 'unsent', outcome.why);
      case 'message':
      case 'fault':
        return this.#notes.say(outcome);
      case 'ready':
      case 'difficulty':
      case 'reconnect':
        // Work comes with a job, jobs have their difficulty, and the link goes where it may.
        return;
    }
  }

  #openJob(upstream: UpstreamJob<Work>): void {
    const { onLanes, onJob, memory, now, refusesJob, networkWork } = this.#options;
    const wrong = refusesJob?.(upstream);
    if (wrong !== undefined) return this.#link.refuse(wrong);
    if (!memory.network.mayBe(workOfBlock(upstream, networkWork), now()))
      return this.#link.refuse('a block of its network takes many times more, or less, than a moment ago');
    const is = this.#room.openJob(upstream);
    if (is === 'withheld') return;
    if (is === 'too-narrow')
      return this.#link.refuse(`${upstream.room.freeBytes} bytes cannot be divided among miners`);
    if (is === 'moved') this.#jobs.clear();
    this.#jobs.open(upstream);
    if (is === 'moved') onLanes(this.#room.plan);
    onJob(upstream);
  }

  #refuse({ ticket, late, why, text }: Extract<ClientOutcome<Work>, { kind: 'refused' }>): void {
    const waiting = this.#waiting.find(ticket);
    this.#settle(ticket, late, why);
    if (waiting === undefined) return;
    const { proof, lane, job } = waiting;
    const isRounded = proof !== undefined && why === 'low-difficulty' && isWithinRounding(proof, job.target);
    // `stale` is right for a job that another one has followed; a share without an answer in time is counted already.
    if (!late && !isRounded && (why !== 'stale' || this.#jobs.isOpen(job))) this.#countUntaken(waiting);
    if (why === 'stale') return;
    this.#notes.say({ kind: 'refusal', why, text });
    if (why === 'unauthorized') return this.#link.refuse(`it refuses our shares: ${text}`);
    // A share that was not judged here is the miner's own fault: it costs its lane, and not the connection.
    if (proof === undefined) return this.#trust.isBad(lane) ? this.#options.onBadLane(lane) : undefined;
    // A share at the edge of the upstream's rounding says nothing about the upstream.
    if (isRounded) return;
    const bad = this.#trust.refuseJudged(lane, this.#room.isAlone(lane.owner));
    if (bad === 'upstream') this.#link.refuse(`it refuses our shares: ${text}`);
    else if (bad === 'lane') this.#options.onBadLane(lane);
  }

  /** The upstream has not taken a share. Where nothing here has judged it, that is its miner's fault. */
  #countUntaken(share: WaitingShare<Work, Found> | undefined): void {
    if (share?.proof === undefined) return;
    const { memory, now } = this.#options;
    const { owner } = share.lane;
    const pauseMs = memory.taken.refuse(owner, this.#room.isAlone(owner), now());
    if (pauseMs !== undefined) this.#notes.say({ kind: 'untaken', pauseMs });
  }

  /** A share has its class. One that was unknown, and is answered after all, changes to it. */
  #settle(ticket: number, isLate: boolean, as: RelayClass, why: string = as): void {
    const waiting = this.#waiting.find(ticket);
    if (waiting === undefined) return;
    const { job, found, lane, proof, answer } = waiting;
    const { known } = this.#options.memory;
    const work = this.#works.of(job.target);
    if (isLate) this.#accumulator.take('unknown', work);
    this.#classify(waiting, as);
    if (as === 'unknown') this.#waiting.keepUnknown(ticket, waiting);
    else this.#waiting.end(ticket);
    if (as === 'unsent') {
      this.#accumulator.take('forwarded', work);
      known.unsend(job, found);
    }
    if (as !== 'unknown') this.#trust.answer();
    if (as === 'accepted' && proof !== undefined) {
      this.#options.memory.taken.accept();
      this.#trust.acceptJudged(lane);
    }
    if (answer === undefined) return;
    this.#trust.settle(lane, as, proof);
    // What it takes late counts once, as what we have judged: the same may have come again for another job.
    const judged = as === 'accepted' && proof !== undefined ? known.judge(job, proof) : 'new';
    answer(verdictOf(as, why, work, judged));
  }

  /** A share that was sent has its class. A block is named where its dialect says what nodes call it. */
  #classify(share: WaitingShare<Work, Found>, as: RelayClass): void {
    const { onBlock, dialect } = this.#options;
    this.#accumulator.add(as, this.#works.of(share.job.target));
    const block = share.isBlock ? relayedBlockOf(dialect, share, as) : undefined;
    if (block !== undefined) onBlock?.(block);
  }

  /** The connection is over: shares without an answer end as unknown, and its jobs are forgotten. */
  #reset(): void {
    this.#pace.clear();
    for (const share of this.#waiting.endAll()) {
      const { answer, isUnknown, lane, proof } = share;
      if (!isUnknown) this.#classify(share, 'unknown');
      if (answer !== undefined) this.#trust.settle(lane, 'unknown', proof);
      answer?.({ kind: 'unknown' });
    }
    this.#jobs.clear();
    this.#room.close();
    this.#options.onLanes(undefined);
  }
}
