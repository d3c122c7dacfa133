/** An acknowledgement as the miner has it; `at` in ms of one clock. */
export interface Acked {
  readonly at: number;
  /** In expected hashes. */
  readonly work: bigint;
  /** The hash of the block that the share is; undefined for an ordinary one. */
  readonly block: string | undefined;
}

/** What one worker knows of an act, and what the database has of it. */
export interface WorkerTale {
  readonly name: string;
  readonly acked: readonly Acked[];
  /** When its connections ended, in order. */
  readonly ends: readonly number[];
  /** Shares whose answer never came: the pool may have counted them. */
  readonly unanswered: number;
  /** Shares and work, in expected hashes. */
  readonly recorded: number;
  readonly recordedWork: bigint;
}

export interface ChaosVerdict {
  readonly acked: number;
  readonly recorded: number;
  readonly unanswered: number;
  /** Acknowledged and not recorded. */
  readonly lost: number;
  /** Acknowledged within the second before the process was killed that their connection ended with. */
  readonly mayBeLost: number;
  readonly blocks: number;
  readonly faults: readonly string[];
}

/** What a killed process may lose at most: invariant I2. */
const windowMs = 1000;
/** A connection of a killed process ends at once; its miner hears of it when the machine comes round to it. */
const heardMs = 2000;

/**
 * Holds what was acknowledged against what was recorded, worker by worker: none has less but for what the killed processes may lose, and
 * none has more than what it has sent.
 *
 * @param killed when processes with miners were killed, on the clock of the acknowledgements, ms
 * @param stored the hashes of all blocks that became a round
 */
export function judgeChaos(
  workers: readonly WorkerTale[],
  killed: readonly number[],
  stored: ReadonlySet<string>,
): ChaosVerdict {
  const each = workers.map((worker) => judgeWorker(worker, killed));
  const sum = (of: (verdict: WorkerVerdict) => number): number =>
    each.reduce((total, verdict) => total + of(verdict), 0);
  const blocks = workers.flatMap(({ acked }) => acked.flatMap(({ block }) => block ?? []));
  const missing = blocks.filter((hash) => !stored.has(hash));
  return {
    acked: workers.reduce((total, { acked }) => total + acked.length, 0),
    recorded: workers.reduce((total, { recorded }) => total + recorded, 0),
    unanswered: workers.reduce((total, { unanswered }) => total + unanswered, 0),
    lost: sum(({ lost }) => lost),
    mayBeLost: sum(({ mayBeLost }) => mayBeLost),
    blocks: blocks.length,
    faults: [
      ...each.flatMap(({ faults }) => faults),
      ...missing.map((hash) => `the block ${hash} was acknowledged and is no round`),
    ],
  };
}

interface WorkerVerdict {
  readonly lost: number;
  readonly mayBeLost: number;
  readonly faults: readonly string[];
}

function judgeWorker(worker: WorkerTale, killed: readonly number[]): WorkerVerdict {
  const { name, acked, ends, unanswered, recorded, recordedWork } = worker;
  // Of each kill the first end after it: a connection that came later was to another process.
  const cuts = killed.flatMap((kill) => {
    const end = ends.find((each) => each >= kill);
    return end === undefined || end > kill + heardMs ? [] : [{ from: kill - windowMs, end }];
  });
  const mayBe = acked.filter(({ at }) => cuts.some(({ from, end }) => at >= from && at <= end));
  const lost = Math.max(0, acked.length - recorded);
  const work = acked.reduce((total, share) => total + share.work, 0n);
  const mayBeWork = mayBe.reduce((total, share) => total + share.work, 0n);
  // What had no answer was of the difficulty of the others.
  const most = acked.reduce((max, share) => (share.work > max ? share.work : max), 0n);
  const faults: string[] = [];
  if (lost > mayBe.length)
    faults.push(`${name}: ${lost} acknowledged shares are not recorded, of which ${mayBe.length} may be`);
  else if (recordedWork < work - mayBeWork)
    faults.push(`${name}: ${work} hashes were acknowledged and ${recordedWork} recorded`);
  if (recorded > acked.length + unanswered)
    faults.push(
      `${name}: ${recorded} shares are recorded, and ${acked.length} were acknowledged and ${unanswered} not answered`,
    );
  else if ((most > 0n || unanswered === 0) && recordedWork > work + BigInt(unanswered) * most)
    faults.push(`${name}: ${recordedWork} hashes are recorded, and ${work} were acknowledged`);
  return { lost, mayBeLost: mayBe.length, faults };
}
