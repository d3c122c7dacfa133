import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { connectionsWanted, unjudgedEachMax } from '@openlode/stratum/upstream/connections-wanted';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import { noBlocks, type RelayBlocks, sumBlocks } from './block-counts.ts';
import type { TakenLane } from './divided-room.ts';
import type { GroupMiner } from './group-miner.ts';
import { noCounts, type RelayCounts, sumCounts } from './relay-counts.ts';
import type { MinersShare, RelayNote, RelayVerdict } from './relay-verdict.ts';
import { RelayedWork } from './relayed-work.ts';
import type { RelayedWorkOptions } from './relayed-work-options.ts';
import { isSameWork } from './same-work.ts';
import { UpstreamMemory, type UpstreamMemoryOptions } from './upstream-memory.ts';

export interface RelayGroupOptions<Work, Found extends Solution>
  extends Omit<RelayedWorkOptions<Work, Found>, 'memory' | 'onJob' | 'onLanes' | 'onBadLane' | 'onNote'>,
    Pick<UpstreamMemoryOptions, 'isFirstStart'> {
  /** Whether shares are judged here. */
  readonly verifies: boolean;
  /** What the upstream's operator allows. */
  readonly connectionsMax: number;
  readonly onNote: (note: RelayNote) => void;
}

interface Member<Work, Found extends Solution> {
  readonly relay: RelayedWork<Work, Found>;
  readonly miners: Map<GroupMiner<Work>, TakenLane>;
  job: UpstreamJob<Work> | undefined;
  plan: LanePlan | undefined;
  /** Since when it has had no miner, ms. */
  idleSince: number;
  /** Shares sent, when it was looked at last. */
  sent: number;
}

/** Where a miner works. */
interface Place<Work, Found extends Solution> {
  readonly member: Member<Work, Found>;
  readonly lane: TakenLane;
}

const goneMs = 30_000;
const idleMs = 60_000;
const tickMsUsual = 1000;
/** Before an upstream has said what it leaves to us. */
const lanesGuessed = 256;
/** How much of the rate is that of the last look. */
const freshness = 0.1;

/** All connections to one upstream: as many as its miners need and one that stands by, to which those of a lost one go at once. */
export class RelayGroup<Work, Found extends Solution> {
  readonly #options: RelayGroupOptions<Work, Found>;
  readonly #memory: UpstreamMemory;
  readonly #members: Member<Work, Found>[] = [];
  readonly #places = new Map<GroupMiner<Work>, Place<Work, Found>>();
  /** Miners without a lane, and since when. */
  readonly #waiting = new Map<GroupMiner<Work>, number>();
  readonly #timer: NodeJS.Timeout;
  #closedCounts = noCounts();
  #closedBlocks = noBlocks;
  #sentPerSecond = 0;
  #lookedAt: number;

  constructor(options: RelayGroupOptions<Work, Found>) {
    this.#options = options;
    this.#memory = new UpstreamMemory(options);
    this.#lookedAt = options.now();
    this.#timer = setInterval(() => this.#look(), options.tickMs ?? tickMsUsual);
    this.#timer.unref();
    this.#look();
  }

  get connections(): number {
    return this.#members.length;
  }

  /** Version bits that all its jobs of now may have rolled; 0 without one. */
  get versionMask(): number {
    const masks = this.#members.flatMap(({ job }) => (job === undefined ? [] : [job.versionMask]));
    return masks.length === 0 ? 0 : masks.reduce((all, mask) => (all & mask) >>> 0);
  }

  get easiestTarget(): bigint | undefined {
    const targets = this.#members.flatMap(({ job }) => (job === undefined ? [] : [job.target]));
    return targets.length === 0 ? undefined : targets.reduce((one, other) => (one > other ? one : other));
  }

  /** Whether one of them has a job, and what is found for it is taken. */
  get hasWork(): boolean {
    return (
      this.#members.some(({ job }) => job !== undefined) && this.#memory.taken.takes(this.#options.now())
    );
  }

  /** Whether there is a lane for one more miner, on as many connections as there may be; one that rests is taken. */
  get hasRoom(): boolean {
    const { lanes, miners } = this.#load();
    const { verifies, connectionsMax } = this.#options;
    return miners < (verifies ? lanes : Math.min(lanes, unjudgedEachMax)) * connectionsMax;
  }

  /** Of all its connections, those that are closed as well. */
  get counts(): RelayCounts {
    return sumCounts([this.#closedCounts, ...this.#members.map(({ relay }) => relay.counts)]);
  }

  /** The same of blocks among the shares that were judged here. */
  get blocks(): RelayBlocks {
    return sumBlocks([this.#closedBlocks, ...this.#members.map(({ relay }) => relay.blocks)]);
  }

  join(miner: GroupMiner<Work>): void {
    if (this.#memory.unjudged.isShut(miner.origin, this.#options.now())) return miner.onGone('bad-shares');
    this.#waiting.set(miner, this.#options.now());
    this.#open();
    this.#seat();
  }

  leave(miner: GroupMiner<Work>): void {
    this.#waiting.delete(miner);
    const place = this.#places.get(miner);
    if (place === undefined) return;
    const { member, lane } = place;
    this.#places.delete(miner);
    member.miners.delete(miner);
    member.relay.giveLaneBack(lane);
    if (member.miners.size === 0) member.idleSince = this.#options.now();
  }

  /** Why a share need not be judged: the hash that is said of it counts already. */
  refuseKnown(miner: GroupMiner<Work>, share: Omit<MinersShare<Found>, 'lane'>): RelayVerdict | undefined {
    const place = this.#places.get(miner);
    return place?.member.relay.refuseKnown({ ...share, lane: place.lane });
  }

  submit(
    miner: GroupMiner<Work>,
    share: Omit<MinersShare<Found>, 'lane'>,
  ): RelayVerdict | Promise<RelayVerdict> {
    const place = this.#places.get(miner);
    if (place === undefined) return { kind: 'refused', by: 'here', why: 'stale' };
    const { job, found, proof, hash, minersTarget, at } = share;
    const { member, lane } = place;
    // Written out: thousands come a second, and to copy them costs as much as to judge them.
    return member.relay.submit({ lane, job, found, proof, hash, minersTarget, at });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#waiting.clear();
    for (const { relay, miners } of this.#members.splice(0)) {
      miners.clear();
      relay.close();
    }
    this.#places.clear();
  }

  #plan(): ReturnType<typeof connectionsWanted> {
    const { verifies, connectionsMax } = this.#options;
    return connectionsWanted({
      ...this.#load(),
      verifies,
      connectionsMax,
      forwardsPerSecond: this.#sentPerSecond,
    });
  }

  /** `lanes` of each connection, and how many of all are taken. */
  #load(): { readonly lanes: number; readonly miners: number } {
    const lanes = Math.min(...this.#members.map(({ plan }) => plan?.lanes ?? lanesGuessed), 2 ** 32);
    // A lane that rests is as one that is used. Without a verifier it is miners that are counted, and not lanes.
    const resting = this.#options.verifies ? this.#memory.resting : 0;
    return { lanes, miners: this.#places.size + this.#waiting.size + resting };
  }

  #look(): void {
    const now = this.#options.now();
    this.#measure(now);
    this.#open();
    this.#seat();
    for (const [miner, since] of this.#waiting) {
      if (now - since < goneMs) continue;
      this.#waiting.delete(miner);
      miner.onGone('no-work');
    }
    const surplus = this.#members.length - this.#plan().connections;
    const idle = this.#members.findLast(
      ({ miners, idleSince: at }) => miners.size === 0 && now - at >= idleMs,
    );
    if (surplus > 0 && idle !== undefined) this.#drop(idle);
  }

  #measure(now: number): void {
    const seconds = (now - this.#lookedAt) / 1000;
    if (seconds <= 0) return;
    this.#lookedAt = now;
    let sent = 0;
    for (const member of this.#members) {
      const { shares } = member.relay.counts.forwarded;
      sent += shares - member.sent;
      member.sent = shares;
    }
    this.#sentPerSecond += freshness * (sent / seconds - this.#sentPerSecond);
  }

  #open(): void {
    const { connections } = this.#plan();
    const { verifies: _verifies, connectionsMax: _connectionsMax, onNote, ...options } = this.#options;
    while (this.#members.length < connections) {
      const relay: RelayedWork<Work, Found> = new RelayedWork({
        ...options,
        memory: this.#memory,
        onNote,
        onJob: (job) => this.#takeJob(member, job),
        onLanes: (plan) => this.#unseat(member, plan),
        onBadLane: (lane) => this.#end(member, lane),
      });
      const member: Member<Work, Found> = {
        relay,
        miners: new Map(),
        job: undefined,
        plan: undefined,
        idleSince: options.now(),
        sent: 0,
      };
      this.#members.push(member);
    }
  }

  #drop(member: Member<Work, Found>): void {
    this.#members.splice(this.#members.indexOf(member), 1);
    member.relay.close();
    this.#closedCounts = sumCounts([this.#closedCounts, member.relay.counts]);
    this.#closedBlocks = sumBlocks([this.#closedBlocks, member.relay.blocks]);
  }

  #takeJob(member: Member<Work, Found>, job: UpstreamJob<Work>): void {
    if (this.#members.some((other) => other !== member && isSameWork(other, member.plan, job)))
      return member.relay.refuse('it gives two connections the same work');
    member.job = job;
    for (const [miner, lane] of member.miners) if (member.relay.mayWork(lane, job)) miner.onJob(job);
    this.#seat();
  }

  /** The lanes of a connection hold no longer: its miners wait for others. */
  #unseat(member: Member<Work, Found>, plan: LanePlan | undefined): void {
    const now = this.#options.now();
    for (const miner of member.miners.keys()) {
      this.#places.delete(miner);
      this.#waiting.set(miner, now);
    }
    member.miners.clear();
    member.idleSince = now;
    member.job = undefined;
    member.plan = plan;
    // Where it has others, its first job is still to come.
    this.#seat();
  }

  /** The miner of a lane sends what is no work: it is let go. */
  #end(member: Member<Work, Found>, bad: TakenLane): void {
    for (const [miner, lane] of member.miners) {
      if (lane !== bad) continue;
      this.leave(miner);
      miner.onGone('bad-shares');
    }
  }

  /** Gives lanes to those who wait, of the connections that are in use first: the one that stands by is to stay free. */
  #seat(): void {
    const { minersEach } = this.#plan();
    for (const miner of this.#waiting.keys()) {
      const withWork = this.#members.filter(({ job }) => job !== undefined);
      const byUse = withWork.toSorted((left, right) => right.miners.size - left.miners.size);
      const roomy = byUse.filter(({ miners }) => miners.size < minersEach);
      const full = byUse.filter(({ miners }) => miners.size >= minersEach).toReversed();
      // Without a verifier more miners on a connection than are planned would find no share.
      const tried = this.#options.verifies ? [...roomy, ...full] : roomy;
      if (!tried.some((member) => this.#place(miner, member))) return;
    }
  }

  #place(miner: GroupMiner<Work>, member: Member<Work, Found>): boolean {
    const { job, relay, miners } = member;
    if (job === undefined) return false;
    if (!miner.mayMove) {
      this.#waiting.delete(miner);
      miner.onGone('moved');
      return true;
    }
    const lane = relay.takeLane(miner.origin);
    if (lane === undefined) return false;
    this.#waiting.delete(miner);
    this.#places.set(miner, { member, lane });
    miners.set(miner, lane);
    miner.onLane(lane);
    if (relay.mayWork(lane, job)) miner.onJob(job);
    return true;
  }
}
