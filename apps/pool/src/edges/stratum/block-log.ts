import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crashPoint } from '../../domain/kernel/crash-point.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import { checkedLine, readCheckedLine } from '../../runtime/append-log/checked-line.ts';
import { trySyncDirectory } from '../../runtime/append-log/sync-directory.ts';
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

/** Opens the file and reads what an earlier process left. An incomplete last line was never acknowledged: it is cut. */
export async function openBlockLog(path: string): Promise<BlockLog> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  await trySyncDirectory(dirname(path));
  const text = await file.readFile('utf8');
  const lines = text.split('\n').slice(0, -1);
  const candidates = lines.map(parseCandidate);
  const waiting = new Map(candidates.flatMap((each) => (each === undefined ? [] : [[each.hash, each]])));
  const damaged = candidates.filter((each) => each === undefined).length;
  let size = Buffer.byteLength(lines.map((line) => `${line}\n`).join(''));
  if (size < Buffer.byteLength(text)) await file.truncate(size);
  const mutex = new Mutex();

  return {
    append: (candidate) =>
      mutex.run(async () => {
        const line = Buffer.from(printCandidate(candidate));
        try {
          await file.appendFile(line);
          crashPoint('kept-block-unsynced');
          await file.datasync();
        } catch (error) {
          await file.truncate(size).catch(() => undefined);
          throw error;
        }
        size += line.length;
        waiting.set(candidate.hash, candidate);
        crashPoint('block-kept');
      }),
    drop: (hash) =>
      mutex.run(async () => {
        if (!waiting.delete(hash) || waiting.size > 0) return;
        crashPoint('kept-block-undropped');
        await file.truncate(0);
        await file.datasync();
        size = 0;
      }),
    waiting: () => [...waiting.values()],
    damaged: () => damaged,
    close: () => mutex.run(() => file.close()),
  };
}

/** A checksum, a blank, JSON: bytes in hex, and work as text, because it may be beyond what JSON's numbers hold. */
function printCandidate({ submission, networkWork, ...rest }: BlockCandidate): string {
  const json = JSON.stringify({
    ...rest,
    submission: Buffer.from(submission).toString('hex'),
    networkWork: networkWork.toString(),
  });
  return `${checkedLine(json)}\n`;
}

interface PrintedCandidate extends Omit<BlockCandidate, 'submission' | 'networkWork'> {
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
    ...rest,
    submission: new Uint8Array(Buffer.from(submission ?? header + coinbase, 'hex')),
    networkWork: BigInt(networkWork),
  };
}
