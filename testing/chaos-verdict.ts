/** An acknowledgement as the miner has it. */
export interface Acked {
  /** In expected hashes. */
  readonly work: bigint;
  /** The hash of the block that the share is; undefined for an ordinary one. */
  readonly block: string | undefined;
}

/** What one worker knows of an act, and what the database has of it. */
export interface WorkerTale {
  readonly name: string;
  readonly acked: readonly Acked[];
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
  readonly blocks: number;
  readonly faults: readonly string[];
}

/**
 * Holds what was acknowledged against what was recorded, worker by worker: none has less, whatever was killed (invariant I2), and none has more than what
 * it has sent.
 *
 * @param stored the hashes of all blocks that became a round
 */
export function judgeChaos(workers: readonly WorkerTale[], stored: ReadonlySet<string>): ChaosVerdict {
  const each = workers.map(judgeWorker);
  const sum = (of: (verdict: WorkerVerdict) => number): number =>
    each.reduce((total, verdict) => total + of(verdict), 0);
  const blocks = workers.flatMap(({ acked }) => acked.flatMap(({ block }) => block ?? []));
  const missing = blocks.filter((hash) => !stored.has(hash));
  return {
    acked: workers.reduce((total, { acked }) => total + acked.length, 0),
    recorded: workers.reduce((total, { recorded }) => total + recorded, 0),
    unanswered: workers.reduce((total, { unanswered }) => total + unanswered, 0),
    lost: sum(({ lost }) => lost),
    blocks: blocks.length,
    faults: [
      ...each.flatMap(({ faults }) => faults),
      ...missing.map((hash) => `the block ${hash} was acknowledged and is no round`),
    ],
  };
}

interface WorkerVerdict {
  readonly lost: number;
  readonly faults: readonly string[];
}

function judgeWorker(worker: WorkerTale): WorkerVerdict {
  const { name, acked, unanswered, recorded, recordedWork } = worker;
  const lost = Math.max(0, acked.length - recorded);
  const work = acked.reduce((total, share) => total + share.work, 0n);
  // What had no answer was of the difficulty of the others.
  const most = acked.reduce((max, share) => (share.work > max ? share.work : max), 0n);
  const faults: string[] = [];
  if (lost > 0) faults.push(`${name}: ${lost} acknowledged shares are not recorded`);
  else if (recordedWork < work)
    faults.push(`${name}: ${work} hashes were acknowledged and ${recordedWork} recorded`);
  if (recorded > acked.length + unanswered)
    faults.push(
      `${name}: ${recorded} shares are recorded, and ${acked.length} were acknowledged and ${unanswered} not answered`,
    );
  else if ((most > 0n || unanswered === 0) && recordedWork > work + BigInt(unanswered) * most)
    faults.push(`${name}: ${recordedWork} hashes are recorded, and ${work} were acknowledged`);
  return { lost, faults };
}
