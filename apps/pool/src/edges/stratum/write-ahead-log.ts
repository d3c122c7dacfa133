import { crashPoint } from '../../domain/kernel/crash-point.ts';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { parseBatch, printBatch } from './logged-batch.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import { Mutex } from '../../runtime/mutex.ts';

/** 256 MiB: days of batches of a small pool, and more than five minutes of the largest one. */
const logBytesMax = 256 * 1024 * 1024;

/** Dropped batches stay in the file until they take this much and more than what waits; then what waits moves to a new file. */
const droppedBytesMax = 8 * 1024 * 1024;

/** A batch in the file. `bytes` reach from the end of the batch before it, damaged lines in between included. */
interface Entry {
  readonly bytes: number;
  readonly shares: number;
  readonly firstAt: number;
}

/** Opens the log and reads what an earlier process left. A line with a wrong checksum is skipped and counted. */
export async function openWriteAheadLog(
  path: string,
  bytesMax = logBytesMax,
  readBytesMax = 8 * 1024 * 1024,
): Promise<WriteAheadLog> {
  const log = new WriteAheadLog(LogFile.open(path), { bytesMax, readBytesMax });
  await log.recover();
  return log;
}

/** Accepted work on disk that is not in the database yet. Batches leave in the order in which they came. */
export class WriteAheadLog {
  readonly #file: LogFile;
  readonly #bytesMax: number;
  /** What is read at once; the first batch whatever it takes. */
  readonly #readBytesMax: number;
  /** Where the oldest batch that was not dropped begins. */
  #readAt = 0;
  #entries: Entry[] = [];
  #shares = 0;
  #damaged = 0;
  /** Serialises all file operations: an append must not meet the truncation that empties the file. */
  readonly #mutex = new Mutex();

  constructor(
    file: LogFile,
    { bytesMax, readBytesMax }: { readonly bytesMax: number; readonly readBytesMax: number },
  ) {
    this.#file = file;
    this.#bytesMax = bytesMax;
    this.#readBytesMax = readBytesMax;
  }

  /**
   * Resolves when the disk has all of the batches. Answers `full` where they exceed the size limit; rejects when the disk refuses.
   * Earlier batches are untouched either way.
   */
  append(batches: readonly WorkBatch[]): Promise<'stored' | 'full'> {
    return this.#mutex.run(async () => {
      const lines = batches.map(printBatch);
      const text = Buffer.concat(lines);
      if (this.#file.size + text.length > this.#bytesMax && this.#readAt > 0) await this.#compact();
      if (this.#file.size + text.length > this.#bytesMax) return 'full';
      await this.#file.append(text, () => crashPoint('log-unsynced'));
      for (const [index, batch] of batches.entries()) this.#enter(batch, lines[index]?.length ?? 0);
      crashPoint('log-appended');
      return 'stored';
    });
  }

  /** The oldest batches that were not dropped, at most `max`, fewer where they are large. Empty where the file was truncated from outside. */
  peek(max: number): Promise<readonly WorkBatch[]> {
    return this.#mutex.run(async () => {
      const batches: WorkBatch[] = [];
      const wanted = this.#readAtOnce(max);
      for (let at = this.#readAt; batches.length < wanted; ) {
        const line = await this.#file.readLine(at);
        if (line === undefined) break;
        const batch = parseBatch(line.text);
        if (batch !== undefined) batches.push(batch);
        at = line.next;
      }
      if (batches.length === wanted) return batches;
      this.#damaged += this.#entries.length;
      this.#entries = [];
      this.#shares = 0;
      await this.#empty();
      return [];
    });
  }

  /** Drops the `count` oldest batches. The file is truncated with the last of them; until then a new process meets them again. */
  drop(count: number): Promise<void> {
    return this.#mutex.run(async () => {
      if (count > this.#entries.length) throw new Error(`the log holds fewer than ${count} batches`);
      for (const { bytes, shares } of this.#entries.splice(0, count)) {
        this.#readAt += bytes;
        this.#shares -= shares;
      }
      if (this.#entries.length === 0) await this.#empty();
      else if (this.#readAt > droppedBytesMax && this.#readAt > this.#file.size - this.#readAt)
        await this.#compact();
    });
  }

  /** Batches and shares in the log, and when the oldest share was accepted, in ms. */
  waiting(): { readonly batches: number; readonly shares: number; readonly oldestAt: number | undefined } {
    const oldest = this.#entries.find(({ shares }) => shares > 0);
    return { batches: this.#entries.length, shares: this.#shares, oldestAt: oldest?.firstAt };
  }

  bytes(): number {
    return this.#file.size;
  }

  /** Lines that could not be read and were skipped. */
  damaged(): number {
    return this.#damaged;
  }

  close(): Promise<void> {
    return this.#mutex.run(async () => this.#file.close());
  }

  /** Reads the whole file; called once, before anything else. */
  async recover(): Promise<void> {
    let lastEnd = 0;
    for (let line = await this.#file.readLine(0); line; line = await this.#file.readLine(line.next)) {
      const batch = parseBatch(line.text);
      if (batch === undefined) this.#damaged += 1;
      else {
        this.#enter(batch, line.next - lastEnd);
        lastEnd = line.next;
      }
    }
    if (this.#entries.length === 0) await this.#empty();
  }

  /** How many batches. */
  #readAtOnce(max: number): number {
    let bytes = 0;
    const beyond = this.#entries.findIndex((entry, index) => {
      bytes += entry.bytes;
      return index === max || (index > 0 && bytes > this.#readBytesMax);
    });
    return beyond < 0 ? this.#entries.length : beyond;
  }

  #enter(batch: WorkBatch, bytes: number): void {
    let shares = 0;
    let firstAt = Number.POSITIVE_INFINITY;
    // Not as arguments of one call: a batch has more lines than that may have.
    for (const line of batch.lines) {
      shares += line.shares;
      firstAt = Math.min(firstAt, line.firstAt);
    }
    this.#shares += shares;
    this.#entries.push({ bytes, shares, firstAt });
  }

  async #empty(): Promise<void> {
    await this.#file.empty();
    this.#readAt = 0;
  }

  /** Moves what waits to a new file. Where that fails, the old one is whole and goes on growing; the next drop tries again. */
  async #compact(): Promise<void> {
    await this.#file.dropBefore(this.#readAt).then(
      () => {
        this.#readAt = 0;
      },
      () => undefined,
    );
  }
}
