import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crashPoint } from '../../domain/kernel/crash-point.ts';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import { parseBatch, printBatch } from './logged-batch.ts';
import { trySyncDirectory } from '../../runtime/append-log/sync-directory.ts';
import { Mutex } from '../../runtime/mutex.ts';

/** 256 MiB: days of batches of a small pool, and more than five minutes of the largest one. */
const logBytesMax = 256 * 1024 * 1024;

const readBytes = 64 * 1024;

/** Dropped batches stay in the file until they take this much and more than what waits; then what waits moves to a new file. */
const droppedBytesMax = 8 * 1024 * 1024;

/** A batch in the file. `bytes` reach from the end of the batch before it, damaged lines in between included. */
interface Entry {
  readonly bytes: number;
  readonly shares: number;
  readonly firstAt: number;
}

/**
 * Opens the log and reads what an earlier process left. A last line without an end was being written when that process died and was
 * never relied on: it is cut. A line with a wrong checksum is skipped and counted.
 */
export async function openWriteAheadLog(path: string, bytesMax = logBytesMax): Promise<WriteAheadLog> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const created = await open(path, 'a+', 0o600);
  await created.close();
  // A power cut must not take the name of a new file with what was logged in it.
  await trySyncDirectory(dirname(path));
  const log = new WriteAheadLog(await open(path, 'r+'), path, bytesMax);
  await log.recover();
  return log;
}

/** Accepted work on disk that is not in the database yet. Batches leave in the order in which they came. */
export class WriteAheadLog {
  #file: FileHandle;
  readonly #path: string;
  readonly #bytesMax: number;
  #size = 0;
  /** Where the oldest batch that was not dropped begins. */
  #readAt = 0;
  #entries: Entry[] = [];
  #shares = 0;
  #damaged = 0;
  /** Serialises all file operations: an append must not meet the truncation that empties the file. */
  readonly #mutex = new Mutex();

  constructor(file: FileHandle, path: string, bytesMax: number) {
    this.#file = file;
    this.#path = path;
    this.#bytesMax = bytesMax;
  }

  /**
   * Resolves when the disk has all of the batches. Answers `full` where they exceed the size limit; rejects when the disk refuses.
   * Earlier batches are untouched either way.
   */
  append(batches: readonly WorkBatch[]): Promise<'stored' | 'full'> {
    return this.#mutex.run(async () => {
      const lines = batches.map(printBatch);
      const text = Buffer.concat(lines);
      if (this.#size + text.length > this.#bytesMax && this.#readAt > 0) await this.#compact();
      if (this.#size + text.length > this.#bytesMax) return 'full';
      try {
        await this.#write(text, this.#size);
        crashPoint('log-unsynced');
        await this.#file.datasync();
      } catch (error) {
        // No half line may stand before the next one. Should this fail too, the next append writes over it.
        await this.#file.truncate(this.#size).catch(() => undefined);
        throw error;
      }
      this.#size += text.length;
      for (const [index, batch] of batches.entries()) this.#enter(batch, lines[index]?.length ?? 0);
      crashPoint('log-appended');
      return 'stored';
    });
  }

  /** The oldest batches that were not dropped, at most `max`. Empty where the file was truncated from outside. */
  peek(max: number): Promise<readonly WorkBatch[]> {
    return this.#mutex.run(async () => {
      const batches: WorkBatch[] = [];
      const wanted = Math.min(max, this.#entries.length);
      for (let at = this.#readAt; batches.length < wanted; ) {
        const line = await this.#readLine(at, this.#size);
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
      else if (this.#readAt > droppedBytesMax && this.#readAt > this.#size - this.#readAt)
        await this.#compact();
    });
  }

  /** Batches and shares in the log, and when the oldest share was accepted, in ms. */
  waiting(): { readonly batches: number; readonly shares: number; readonly oldestAt: number | undefined } {
    const oldest = this.#entries.find(({ shares }) => shares > 0);
    return { batches: this.#entries.length, shares: this.#shares, oldestAt: oldest?.firstAt };
  }

  bytes(): number {
    return this.#size;
  }

  /** Lines that could not be read and were skipped. */
  damaged(): number {
    return this.#damaged;
  }

  close(): Promise<void> {
    return this.#mutex.run(() => this.#file.close());
  }

  /** Reads the whole file; called once, before anything else. */
  async recover(): Promise<void> {
    const end = (await this.#file.stat()).size;
    let lastEnd = 0;
    for (;;) {
      const line = await this.#readLine(this.#size, end);
      if (line === undefined) break;
      this.#size = line.next;
      const batch = parseBatch(line.text);
      if (batch === undefined) this.#damaged += 1;
      else {
        this.#enter(batch, this.#size - lastEnd);
        lastEnd = this.#size;
      }
    }
    await this.#file.truncate(this.#size);
    if (this.#entries.length === 0) await this.#empty();
  }

  #enter(batch: WorkBatch, bytes: number): void {
    const shares = batch.lines.reduce((sum, line) => sum + line.shares, 0);
    this.#shares += shares;
    this.#entries.push({ bytes, shares, firstAt: Math.min(...batch.lines.map((line) => line.firstAt)) });
  }

  /** The line that begins at `from`; undefined where no whole line does. */
  async #readLine(from: number, end: number): Promise<{ text: string; next: number } | undefined> {
    const parts: Buffer[] = [];
    for (let at = from; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(readBytes, end - at));
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
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

  async #write(text: Buffer, at: number): Promise<void> {
    for (let written = 0; written < text.length; ) {
      const { bytesWritten } = await this.#file.write(text, written, text.length - written, at + written);
      written += bytesWritten;
    }
  }

  async #empty(): Promise<void> {
    await this.#file.truncate(0);
    await this.#file.datasync();
    this.#size = 0;
    this.#readAt = 0;
  }

  /** Moves what waits to a new file, which takes the name of the old one when the disk has all of it. */
  async #compact(): Promise<void> {
    const fresh = await open(`${this.#path}.new`, 'w+', 0o600);
    try {
      const rest = Buffer.allocUnsafe(this.#size - this.#readAt);
      const { bytesRead } = await this.#file.read(rest, 0, rest.length, this.#readAt);
      if (bytesRead < rest.length) throw new Error('the write-ahead log is shorter than it was');
      await fresh.write(rest, 0, rest.length, 0);
      await fresh.datasync();
      await rename(`${this.#path}.new`, this.#path);
    } catch {
      // The old file is whole and goes on growing; the next drop tries again.
      await fresh.close();
      return;
    }
    await trySyncDirectory(dirname(this.#path));
    await this.#file.close();
    this.#file = fresh;
    this.#size -= this.#readAt;
    this.#readAt = 0;
  }
}
