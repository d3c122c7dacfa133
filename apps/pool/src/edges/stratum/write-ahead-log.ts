import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { crashPoint } from '../../domain/kernel/crash-point.ts';
import type { AccountKey, WorkBatch, WorkLine } from '../../domain/kernel/work-batch.ts';

/** Accepted work on disk that the books do not hold yet. Batches leave in the order in which they came. */
export interface WriteAheadLog {
  /**
   * Puts batches on disk, all or none, and resolves when the disk has them. Answers `full` where they have no room within the limit;
   * rejects when the disk refuses. What was there before is untouched either way.
   */
  append(batches: readonly WorkBatch[]): Promise<'stored' | 'full'>;
  /** The oldest batches that were not dropped, at most `max` of them. */
  peek(max: number): Promise<readonly WorkBatch[]>;
  /** Goes past the `count` oldest batches. The file is emptied with the last one: until then a new process may start over. */
  drop(count: number): Promise<void>;
  /** What waits: batches, shares, and when the oldest of those came in, in ms. */
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

/** What was dropped stays in the file until it is this much and more than what waits: then what waits moves to a new one. */
const droppedBytesMax = 8 * 1024 * 1024;

/** A batch in the file: how far its line goes beyond the one before, with what was damaged in between. */
interface Kept {
  readonly bytes: number;
  readonly shares: number;
  readonly firstAt: number;
}

/**
 * Opens the spool and reads through what an earlier process left. A last line that breaks off was being written when that process
 * died, so nobody relied on it: it is cut. A line in between whose checksum is wrong is left out and counted.
 */
export async function openWriteAheadLog(path: string, bytesMax = spoolBytesMax): Promise<WriteAheadLog> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let file = await open(path, 'a+', 0o600).then(async (made) => {
    await made.close();
    return open(path, 'r+');
  });
  let size = 0;
  let readAt = 0;
  let kept: Kept[] = [];
  let shares = 0;
  let damaged = 0;
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
    let lastEnd = 0;
    for (let line = await readLine(0, end); line !== undefined; line = await readLine(size, end)) {
      size = line.next;
      const batch = parseBatch(line.text);
      if (batch === undefined) damaged += 1;
      else {
        keep(batch, size - lastEnd);
        lastEnd = size;
      }
    }
    await file.truncate(size);
    if (kept.length === 0) await empty();
  }

  function keep(batch: WorkBatch, bytes: number): void {
    const count = sharesOf(batch);
    shares += count;
    kept.push({ bytes, shares: count, firstAt: Math.min(...batch.lines.map((line) => line.firstAt)) });
  }

  async function forget(): Promise<void> {
    damaged += kept.length;
    kept = [];
    shares = 0;
    await empty();
  }

  async function empty(): Promise<void> {
    await file.truncate(0);
    await file.datasync();
    size = 0;
    readAt = 0;
  }

  /** Moves what waits to a new file, which takes the old one's name when the disk has all of it. */
  async function moveOn(): Promise<void> {
    const fresh = await open(`${path}.new`, 'w+', 0o600);
    try {
      const rest = Buffer.allocUnsafe(size - readAt);
      const { bytesRead } = await file.read(rest, 0, rest.length, readAt);
      if (bytesRead < rest.length) throw new Error('the spool is shorter than it was');
      await fresh.write(rest, 0, rest.length, 0);
      await fresh.datasync();
      await rename(`${path}.new`, path);
    } catch {
      // The old file is whole and goes on growing; there is another chance at the next drop.
      await fresh.close();
      return;
    }
    const folder = await open(dirname(path), 'r');
    await folder.sync().catch(() => undefined);
    await folder.close();
    await file.close();
    file = fresh;
    size -= readAt;
    readAt = 0;
  }

  await recover();
  return {
    append: (added) =>
      inTurn(async () => {
        const lines = added.map(printBatch);
        const text = Buffer.concat(lines);
        if (size + text.length > bytesMax && readAt > 0) await moveOn();
        if (size + text.length > bytesMax) return 'full';
        try {
          await writeAll(text, size);
          crashPoint('spool-unsynced');
          await file.datasync();
        } catch (error) {
          // Half a line must not stand before the next one; should this fail too, the next append writes over it.
          await file.truncate(size).catch(() => undefined);
          throw error;
        }
        size += text.length;
        for (const [index, batch] of added.entries()) keep(batch, lines[index]?.length ?? 0);
        crashPoint('spool-appended');
        return 'stored';
      }),
    peek: (max) =>
      inTurn(async () => {
        const batches: WorkBatch[] = [];
        const wanted = Math.min(max, kept.length);
        for (let at = readAt; batches.length < wanted; ) {
          const line = await readLine(at, size);
          if (line === undefined) break;
          const batch = parseBatch(line.text);
          if (batch !== undefined) batches.push(batch);
          at = line.next;
        }
        // Batches were counted that are not there: somebody else cut the file, and waiting for them would never end.
        if (batches.length < wanted) {
          await forget();
          return [];
        }
        return batches;
      }),
    drop: (count) =>
      inTurn(async () => {
        if (count > kept.length) throw new Error('there are not so many batches to drop');
        for (const batch of kept.splice(0, count)) {
          readAt += batch.bytes;
          shares -= batch.shares;
        }
        if (kept.length === 0) await empty();
        else if (readAt > droppedBytesMax && readAt > size - readAt) await moveOn();
      }),
    waiting: () => ({
      batches: kept.length,
      shares,
      oldestAt: kept.find((batch) => batch.shares > 0)?.firstAt,
    }),
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
function printBatch({ lines, ...rest }: WorkBatch): Buffer {
  const head = JSON.stringify(rest);
  const json = Buffer.from(`${head.slice(0, -1)},"lines":[${lines.map(printLine).join(',')}]}`);
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, lineEnd]);
}

const lineEnd = Buffer.from('\n');

/** A worker returns with every batch, and so does its account: who it is gets written once. */
interface Printed extends Pick<WorkLine, 'worker' | 'code' | 'source'> {
  readonly text: string;
}
const printed = new WeakMap<AccountKey, Printed>();

/** By hand, because a pool under load writes ten thousand lines a second. */
function printLine({ account, worker, code, source, work, shares, firstAt, lastAt }: WorkLine): string {
  let who = printed.get(account);
  if (who === undefined || who.worker !== worker || who.code !== code || who.source !== source) {
    const text = JSON.stringify({ account, worker, code, source }).slice(0, -1);
    who = { worker, code, text, ...(source === undefined ? {} : { source }) };
    printed.set(account, who);
  }
  return `${who.text},"work":"${work}","shares":${shares},"firstAt":${firstAt},"lastAt":${lastAt}}`;
}

function parseBatch(line: string): WorkBatch | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || checksum(json) !== line.slice(0, 8)) return undefined;
  const batch = JSON.parse(json) as Omit<WorkBatch, 'lines'> & {
    readonly lines: readonly (Omit<WorkLine, 'work'> & { readonly work: string })[];
  };
  return { ...batch, lines: batch.lines.map((each) => ({ ...each, work: BigInt(each.work) })) };
}

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}
