import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import type { OpenJob } from '@openlode/stratum/core/jobs';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type {
  RelayedOpenJob,
  RelayedShareInput,
  RelayedVerdict,
  Seat,
} from '@openlode/stratum/upstream/relayed-share';
import type { Relayed } from '../../domain/kernel/work-batch.ts';
import { busy, type PowVerifier, unverifiable } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { ConnectionPermit } from './connection-permit.ts';
import { ContentPrices } from './content-prices.ts';
import type { JobFeed } from './job-feed.ts';
import { LaneAllowance } from './lane-allowance.ts';
import type { RelayFamily } from './relay-family.ts';
import type { GoneReason, RelayedMiner, RelaySource } from './relay-source.ts';
import { numberOf, targetOf } from './relayed-numbers.ts';
import { stale, verdictOf } from './relayed-verdict.ts';
import { SharedLine } from './shared-line.ts';

/** A connection of a miner that is given work of another pool. */
export interface SeatedConnection {
  readonly permit: Pick<ConnectionPermit, 'clientAddress' | 'exempt' | 'minedWithin'>;
  /** Whether another seat could be told to its miner. */
  readonly mayMove: boolean;
  /** False where the miner can only come again. */
  takeSeat(seat: Seat): boolean;
  giveJob(opened: OpenJob, shared: SharedLine): void;
  dismiss(reason: 'no-work', text: string): void;
}

export interface RelayedFeedOptions {
  readonly source: RelaySource;
  readonly family: RelayFamily;
  /** The other pool, as the settings name it. */
  readonly upstream: string;
  /** What stands for it where a chain is named. */
  readonly chain: string;
  readonly scale: DifficultyScale;
  /**
   * Who judges shares: the session itself, whose hash is the proof of work (SHA-256d); the verifier of the algorithm; or the other pool alone,
   * which has them all, so that only what it accepts counts.
   */
  readonly judge: 'session' | PowVerifier | 'upstream';
  /** Expected hashes for a block of the network, by the word of our own nodes; left out where jobs say it. */
  readonly networkWork?: (() => bigint | undefined) | undefined;
  /** Milliseconds that never go back: the clock of the source. */
  readonly now: () => number;
  /** Why the verifier fails, once a minute at most: its shares are refused meanwhile, and their miners keep their connections. */
  readonly onFault?: (error: unknown) => void;
}

interface Place extends RelayedMiner {
  /** What it has now; shares of another one are of no use. */
  seat: Seat | undefined;
}

interface Opened {
  readonly opened: RelayedOpenJob;
  readonly shared: SharedLine;
}

/** A slice of work has one difficulty of the network: another pool must not make slices as fast as it names difficulties. */
const difficultyMs = 60_000;
/** Between two faults of the verifier that are said. */
const faultMs = 60_000;

const goneTexts: Readonly<Record<GoneReason, string>> = {
  'no-work': 'The upstream pool gives no work: use your other pool meanwhile',
  moved: 'The upstream pool has moved this connection to other work: connect again',
  'bad-shares':
    'The upstream pool takes none of the shares of this connection: check the machine, and connect again',
};

/**
 * The work of another pool, for all ports of an algorithm: a seat for each connection, the jobs of its lane, and what becomes of its shares.
 * A feed without jobs for all: each connection hears those of its own seat.
 */
export class RelayedFeed implements JobFeed<RelayedOpenJob> {
  readonly #options: RelayedFeedOptions;
  readonly #places = new Map<SeatedConnection, Place>();
  readonly #bySeat = new WeakMap<Seat, Place>();
  readonly #opened = new WeakMap<UpstreamJob, Opened>();
  readonly #prices = new ContentPrices();
  readonly #verifier: PowVerifier;
  readonly #allowance: LaneAllowance;
  #count = 0;
  #networkWork: bigint | undefined;
  #changedAt = Number.NEGATIVE_INFINITY;
  #faultAt = Number.NEGATIVE_INFINITY;

  constructor(options: RelayedFeedOptions) {
    this.#options = options;
    this.#allowance = new LaneAllowance(options.now);
    const verifier = typeof options.judge === 'string' ? undefined : options.judge;
    const judgeNow = (input: unknown): unknown => this.#judgeNow(input as RelayedShareInput);
    this.#verifier = {
      // Without a verifier a share is judged at once, or by the other pool.
      ...(verifier === undefined && { verifyNow: judgeNow }),
      verify: async (input, owner, standing) =>
        verifier === undefined
          ? judgeNow(input)
          : this.#judge(input as RelayedShareInput, verifier, owner, standing),
      ...(verifier?.capacity && { capacity: () => verifier.capacity?.() }),
      waiting: () => verifier?.waiting() ?? 0,
    };
  }

  /** Sessions find nothing in it but the targets of difficulties. */
  get registry(): JobFeed<RelayedOpenJob>['registry'] {
    return this.#options.family.registry as never;
  }

  /** Judges shares and sends on what the other pool counts. */
  get verifier(): PowVerifier {
    return this.#verifier;
  }

  /** Whose work it is; undefined before the first job, and there is none then. */
  get relayed(): Relayed | undefined {
    const networkWork = this.#networkWork;
    return networkWork === undefined ? undefined : { upstream: this.#options.upstream, networkWork };
  }

  get hasWork(): boolean {
    return this.#options.source.hasWork;
  }

  get hasRoom(): boolean {
    return this.#options.source.hasRoom;
  }

  /** Version bits that miners may be granted now. */
  get versionMask(): number {
    return this.#options.source.versionMask;
  }

  /** A connection asks for work: it has a seat at once, or none yet. One that only connects takes none. */
  enter(connection: SeatedConnection): void {
    if (this.#places.has(connection) || !this.#allowance.mayTake(connection.permit)) return;
    const place: Place = {
      seat: undefined,
      origin: connection.permit.clientAddress,
      get mayMove() {
        return connection.mayMove;
      },
      onLane: ({ room }) => {
        const seat: Seat = { room };
        place.seat = seat;
        this.#bySeat.set(seat, place);
        if (!connection.takeSeat(seat)) connection.dismiss('no-work', goneTexts.moved);
      },
      onJob: (job) => {
        const { opened, shared } = this.#open(job);
        connection.giveJob(opened, shared);
      },
      onGone: (why) => connection.dismiss('no-work', goneTexts[why]),
    };
    this.#places.set(connection, place);
    this.#options.source.join(place);
    if (place.seat !== undefined) this.#allowance.count(connection.permit);
  }

  leave(connection: SeatedConnection): void {
    const place = this.#places.get(connection);
    if (place === undefined) return;
    place.seat = undefined;
    this.#places.delete(connection);
    this.#options.source.leave(place);
  }

  onJob(): () => void {
    return () => {};
  }

  blocksOf(): never {
    throw new Error('work of another pool finds no block here');
  }

  renew(): void {
    // Numbers of sessions say nothing about lanes.
  }

  close(): void {
    this.#options.source.close();
  }

  /** One for all miners of a connection to the other pool. */
  #open(job: UpstreamJob): Opened {
    const known = this.#opened.get(job);
    if (known !== undefined) return known;
    const { chain, scale, family, judge, networkWork, source } = this.#options;
    const number = ++this.#count;
    const opened = family.openJob(job, {
      id: number.toString(16),
      clean: job.clean,
      number,
      chain,
      scale,
      networkWork: networkWork?.(),
      verifies: judge !== 'upstream',
      price: this.#prices.of(job.content),
      easiestTarget: source.easiestTarget ?? job.target,
    });
    this.#prices.note(opened);
    this.#noteDifficulty(opened);
    const fresh = { opened, shared: new SharedLine() };
    this.#opened.set(job, fresh);
    return fresh;
  }

  #noteDifficulty({ job: { networkWork } }: RelayedOpenJob): void {
    const now = this.#options.now();
    if (networkWork === this.#networkWork || now - this.#changedAt < difficultyMs) return;
    this.#networkWork = networkWork;
    this.#changedAt = now;
  }

  /** A promise where the other pool has to speak first. */
  #judgeNow(input: RelayedShareInput): RelayedVerdict | Promise<RelayedVerdict> {
    const place = this.#placeOf(input.seat);
    if (place === undefined) return stale;
    const { family, judge } = this.#options;
    // A hash that is not calculated here is only known to meet the target, if the share is one.
    const hash = family.hashOf(input) ?? input.target;
    return this.#submit(place, input, hash, { isJudged: judge === 'session', at: undefined });
  }

  async #judge(
    input: RelayedShareInput,
    verifier: PowVerifier,
    ...[owner, standing]: [string, Parameters<PowVerifier['verify']>[2]]
  ): Promise<RelayedVerdict | typeof busy | typeof unverifiable> {
    const { family } = this.#options;
    // What holds afterwards is what held before: the next share of the session has the same arrays.
    const { seat, job, found, target } = input;
    const hash = family.hashOf(input)?.slice();
    const miner = this.#placeOf(seat);
    if (miner === undefined) return stale;
    const at = this.#options.now();
    const share = { job: job.upstream, found, minersTarget: targetOf(target) };
    // A share that counts, or is of work that is over, is sent over and over for nothing: to calculate its hash costs.
    const reported = hash === undefined ? { proof: undefined } : { proof: numberOf(hash), hash };
    const known = this.#options.source.refuseKnown(miner, { ...share, ...reported, at });
    if (known !== undefined) return verdictOf(known, hash ?? target);
    const verdict = await verifier
      .verify(family.verifierInput(input), owner, standing)
      .catch((error: unknown) => this.#sayFault(error));
    if (verdict === busy) return busy;
    const isSilent = verdict === undefined && family.nothingIsFalse !== true;
    if (isSilent || verdict === unverifiable) return unverifiable;
    const proven = family.proven(verdict, { hash, found, job });
    if (typeof proven === 'string') return { kind: 'refused', reason: proven };
    const place = this.#placeOf(seat);
    if (place === undefined) return stale;
    return this.#submit(place, { job, found: proven.found, target }, proven.hash, { isJudged: true, at });
  }

  /** Work of another pool may be what fails it: that is not the fault of the miners, whose connections end with what is thrown. */
  #sayFault(error: unknown): typeof unverifiable {
    const now = this.#options.now();
    if (now - this.#faultAt >= faultMs) {
      this.#faultAt = now;
      this.#options.onFault?.(error);
    }
    return unverifiable;
  }

  /** Undefined for what was made with what holds no longer. */
  #placeOf(seat: Seat): Place | undefined {
    const place = this.#bySeat.get(seat);
    return place?.seat === seat ? place : undefined;
  }

  #submit(
    place: Place,
    { job, found, target }: Pick<RelayedShareInput, 'job' | 'found' | 'target'>,
    hash: Uint8Array,
    { isJudged, at }: { readonly isJudged: boolean; readonly at: number | undefined },
  ): RelayedVerdict | Promise<RelayedVerdict> {
    const answer = this.#options.source.submit(place, {
      job: job.upstream,
      found,
      proof: isJudged ? numberOf(hash) : undefined,
      hash: isJudged ? hash : undefined,
      minersTarget: targetOf(target),
      at,
    });
    if (!(answer instanceof Promise)) return verdictOf(answer, hash);
    // The next share of the session may have the same array.
    const kept = hash.slice();
    return answer.then((later) => verdictOf(later, kept));
  }
}
