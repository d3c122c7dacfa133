import { crashPoint } from '../../domain/kernel/crash-point.ts';
import { fromStored, type StoredLine, toStored } from '../../domain/kernel/stored-line.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import { checkedLine, readCheckedLine } from '../../runtime/append-log/checked-line.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import { Mutex } from '../../runtime/mutex.ts';

/** Found blocks on disk that the database does not hold yet. There are few, so all of them stand in memory too. */
export interface BlockLog {
  /** Resolves when the disk has it. Rejects when the disk refuses; what was there before is untouched. */
  append(candidate: BlockCandidate): Promise<void>;
  /** The database has it. The file is emptied with the last one; before, a new process may meet those that are done once more. */
  drop(hash: string): Promise<void>;
  waiting(): readonly BlockCandidate[];
  /** Lines that could not be read and were left out. */
  damaged(): number;
  close(): Promise<void>;
}

/** Opens the file and reads what an earlier process left. */
export function openBlockLog(path: string): BlockLog {
  const file = LogFile.open(path);
  const candidates = file.readLines().map(parseCandidate);
  const waiting = new Map(candidates.flatMap((each) => (each === undefined ? [] : [[each.hash, each]])));
  const damaged = candidates.filter((each) => each === undefined).length;
  const mutex = new Mutex();

  return {
    append: (candidate) =>
      mutex.run(async () => {
        await file.append(printCandidate(candidate), () => crashPoint('kept-block-unsynced'));
        waiting.set(candidate.hash, candidate);
        crashPoint('block-kept');
      }),
    drop: (hash) =>
      mutex.run(async () => {
        if (!waiting.delete(hash) || waiting.size > 0) return;
        crashPoint('kept-block-undropped');
        await file.empty();
      }),
    waiting: () => [...waiting.values()],
    damaged: () => damaged,
    close: () => mutex.run(async () => file.close()),
  };
}

/** A checksum, a blank, JSON: bytes in hex, and work as text, because it may be beyond what JSON's numbers hold. */
function printCandidate({ submission, networkWork, ...rest }: BlockCandidate): Buffer {
  const json = JSON.stringify({
    ...toStored(rest),
    submission: Buffer.from(submission).toString('hex'),
    networkWork: networkWork.toString(),
  });
  return Buffer.from(`${checkedLine(json)}\n`);
}

interface PrintedCandidate extends Omit<StoredLine<BlockCandidate>, 'submission' | 'networkWork'> {
  readonly networkWork: string;
  readonly submission?: string;
  /** What an earlier release kept instead: its chains read the two one after the other. */
  readonly header?: string;
  readonly coinbase?: string;
}

function parseCandidate(line: string): BlockCandidate | undefined {
  const json = readCheckedLine(line);
  if (json === undefined) return undefined;
  const {
    submission,
    header = '',
    coinbase = '',
    networkWork,
    ...rest
  } = JSON.parse(json) as PrintedCandidate;
  return {
    ...fromStored(rest),
    submission: new Uint8Array(Buffer.from(submission ?? header + coinbase, 'hex')),
    networkWork: BigInt(networkWork),
  };
}
