import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { WorkBatch, WorkLine } from '../services/work/work-batch.ts';

/** Accepted work on disk that the books could not take yet. Batches leave in the order in which they came. */
export interface WorkSpool {
  /**
   * Puts batches on disk, all or none, and resolves when the disk has them. Answers `full` where they have no room within the limit;
   * rejects when the disk refuses. What was there before is untouched either way.
   */
  append(batches: readonly WorkBatch[]): Promise<'stored' | 'full'>;
  /** The oldest batch that was not dropped; undefined when there is none. */
  peek(): Promise<WorkBatch | undefined>;
  /** Goes past the batch that `peek` answered. The file is emptied with the last one: until then a new process starts over. */
  drop(): Promise<void>;
  /** What waits: batches, shares, and when the first share came in since the spool was last empty, in ms. */
  waiting(): {
    readonly batches: number;
    readonly shares: number;
    readonly oldestAt: number | undefined;
  };
  bytes(): number;
  /** Lines that could not be read and were left out. */
  damaged(): number;
  close(): Promise<void>;
}

/** 256 MiB: days of batches of a small pool, and more than five minutes of the largest one. */
const spoolBytesMax = 256 * 1024 * 1024;

const readAtOnce = 64 * 1024;

/**
 * Opens the spool and reads through what an earlier process left. A last line that breaks off was being written when that process
 * died, so nobody relied on it: it is cut. A line in between whose checksum is wrong is left out and counted.
 */
export async function openWorkSpool(path: string, bytesMax = spoolBytesMax): Promise<WorkSpool> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600).then(async (made) => {
    await made.close();
    return open(path, 'r+');
  });
  let size = 0;
  let readAt = 0;
  let batches = 0;
  let shares = 0;
  let damaged = 0;
  let oldestAt: number | undefined;
  /** One thing at a time: an append must not meet the cut that empties the file. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  /** The line that begins at `from`, without its end; undefined where no whole line is. */
  async function readLine(from: number, end: number): Promise<{ text: string; next: number } | undefined> {
    const parts: Buffer[] = [];
    for (let at = from; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(readAtOnce, end - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return undefined;
      const lineEnd = buffer.subarray(0, bytesRead).indexOf(10);
      if (lineEnd >= 0) {
        parts.push(buffer.subarray(0, lineEnd));
        return { text: Buffer.concat(parts).toString('utf8'), next: at + lineEnd + 1 };
      }
      parts.push(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    return undefined;
  }

  async function recover(): Promise<void> {
    const end = (await file.stat()).size;
    for (let line = await readLine(0, end); line !== undefined; line = await readLine(size, end)) {
      const batch = parseBatch(line.text);
      if (batch === undefined) damaged += 1;
      else count(batch);
      size = line.next;
    }
    await file.truncate(size);
    if (batches === 0) await empty();
  }

  async function forget(): Promise<void> {
    damaged += batches;
    batches = 0;
    shares = 0;
    await empty();
  }

  async function empty(): Promise<void> {
    await file.truncate(0);
    await file.datasync();
    size = 0;
    readAt = 0;
    oldestAt = undefined;
  }

  function count(batch: WorkBatch): void {
    batches += 1;
    shares += sharesOf(batch);
    const firstAt = Math.min(...batch.lines.map((line) => line.firstAt));
    oldestAt = Math.min(oldestAt ?? firstAt, firstAt);
  }

  await recover();
  return {
    append: (added) =>
      inTurn(async () => {
        const text = Buffer.from(added.map(printBatch).join(''));
        if (size + text.length > bytesMax) return 'full';
        try {
          await writeAll(text, size);
          await file.datasync();
        } catch (error) {
          // Half a line must not stand before the next one; should this fail too, the next append writes over it.
          await file.truncate(size).catch(() => undefined);
          throw error;
        }
        size += text.length;
        for (const batch of added) count(batch);
        return 'stored';
      }),
    peek: () =>
      inTurn(async () => {
        for (
          let line = await readLine(readAt, size);
          line !== undefined;
          line = await readLine(readAt, size)
        ) {
          const batch = parseBatch(line.text);
          if (batch !== undefined) return batch;
          readAt = line.next;
        }
        // Batches were counted that are not there: somebody else cut the file, and waiting for them would never end.
        if (batches > 0) await forget();
        return undefined;
      }),
    drop: () =>
      inTurn(async () => {
        const line = await readLine(readAt, size);
        const batch = line === undefined ? undefined : parseBatch(line.text);
        if (line === undefined || batch === undefined) throw new Error('there is no batch to drop');
        readAt = line.next;
        batches -= 1;
        shares -= sharesOf(batch);
        if (batches === 0) await empty();
      }),
    waiting: () => ({ batches, shares, oldestAt }),
    bytes: () => size,
    damaged: () => damaged,
    close: () => inTurn(() => file.close()),
  };

  async function writeAll(text: Buffer, at: number): Promise<void> {
    for (let written = 0; written < text.length; ) {
      const { bytesWritten } = await file.write(text, written, text.length - written, at + written);
      written += bytesWritten;
    }
  }
}

function sharesOf(batch: WorkBatch): number {
  return batch.lines.reduce((sum, line) => sum + line.shares, 0);
}

/** A checksum, a blank, JSON: amounts of work as text, because they may be beyond what JSON's numbers hold. */
function printBatch(batch: WorkBatch): string {
  const json = JSON.stringify(batch, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${checksum(json)} ${json}\n`;
}

function parseBatch(line: string): WorkBatch | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || checksum(json) !== line.slice(0, 8)) return undefined;
  const batch = JSON.parse(json) as Omit<WorkBatch, 'lines'> & {
    readonly lines: readonly (Omit<WorkLine, 'work'> & { readonly work: string })[];
  };
  return { ...batch, lines: batch.lines.map((each) => ({ ...each, work: BigInt(each.work) })) };
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
