import { minerUuid } from '../miners/miner-uuid.ts';
import type { MinerKey, WorkLine } from '../kernel/work-batch.ts';

/** What one worker did in one minute, with the public id of its miner. */
export interface MergedLine extends Omit<WorkLine, 'source'> {
  readonly uuid: string;
  /** Work by source, for work whose source is known. */
  readonly sources: ReadonlyMap<string, bigint>;
  /** False for work that was accepted after its coin had been closed. */
  readonly credited: boolean;
}

interface OpenLine extends MergedLine {
  readonly minute: number;
  work: bigint;
  shares: number;
  firstAt: number;
  lastAt: number;
  sources: Map<string, bigint>;
}

/**
 * Merges work into one line for each miner, worker, code and minute; work that is not credited stays apart. Connections, batches and
 * groups of batches are all merged here. The database only adds these lines up for each of its tables.
 */
export function mergeWork(
  secret: Uint8Array,
  lines: readonly WorkLine[],
  isCredited: (line: WorkLine) => boolean,
): readonly MergedLine[] {
  const uuidOf = knownUuids(secret);
  const merged: OpenLine[] = [];
  const miners = new Map<string, Map<string, OpenLine[]>>();
  for (const line of lines) {
    const uuid = uuidOf(line.miner);
    const minute = Math.floor(line.firstAt / minuteMs);
    const credited = isCredited(line);
    const sameWorker = linesOf(miners, uuid, line.worker);
    const known = sameWorker.find(
      (each) =>
        each.minute === minute && each.referralCode === line.referralCode && each.credited === credited,
    );
    if (known !== undefined) addTo(known, line);
    else {
      const { miner, worker, referralCode, source, work, shares, firstAt, lastAt } = line;
      const sources = source === undefined ? noSources : new Map([[source, work]]);
      const first = {
        miner,
        worker,
        referralCode,
        work,
        shares,
        firstAt,
        lastAt,
        uuid,
        minute,
        sources,
        credited,
      };
      sameWorker.push(first);
      merged.push(first);
    }
  }
  return merged;
}

const minuteMs = 60_000;

/** Shared by all lines without a source; never written to. */
const noSources = new Map<string, bigint>();

function linesOf(miners: Map<string, Map<string, OpenLine[]>>, uuid: string, worker: string): OpenLine[] {
  let workers = miners.get(uuid);
  if (workers === undefined) miners.set(uuid, (workers = new Map()));
  let lines = workers.get(worker);
  if (lines === undefined) workers.set(worker, (lines = []));
  return lines;
}

function addTo(into: OpenLine, { work, shares, firstAt, lastAt, source }: WorkLine): void {
  into.work += work;
  into.shares += shares;
  if (firstAt < into.firstAt) into.firstAt = firstAt;
  if (lastAt > into.lastAt) into.lastAt = lastAt;
  if (source === undefined) return;
  if (into.sources === noSources) into.sources = new Map();
  into.sources.set(source, (into.sources.get(source) ?? 0n) + work);
}

const uuidsBySecret = new WeakMap<Uint8Array, WeakMap<MinerKey, string>>();

/** Public ids, cached by the miner objects that come again with every batch: the keyed hash costs more than the rest of a line. */
function knownUuids(secret: Uint8Array): (miner: MinerKey) => string {
  const uuids = uuidsBySecret.get(secret) ?? new WeakMap<MinerKey, string>();
  uuidsBySecret.set(secret, uuids);
  return (miner) => {
    let uuid = uuids.get(miner);
    if (uuid === undefined) uuids.set(miner, (uuid = minerUuid(secret, miner)));
    return uuid;
  };
}
