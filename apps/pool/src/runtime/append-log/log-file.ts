import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncate,
  ftruncateSync,
  mkdirSync,
  openSync,
  read,
  readSync,
  rename,
  write,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncDirectory, trySyncDirectory } from './sync-directory.ts';

const readAsync = promisify(read);
const writeAsync = promisify(write);
const datasyncAsync = promisify(fdatasync);
const truncateAsync = promisify(ftruncate);
const renameAsync = promisify(rename);

const pieceBytes = 64 * 1024;
const lineEnd = 10;

/** Like `a+`, but empty. */
const freshFile = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;

/**
 * A file of lines that is written at its end only: the one place that opens such a file, cuts what a dead process left half written,
 * and makes its name and its lines durable. What a line says, and whether it can be trusted (a checksum, a chain of hashes), is the
 * caller's. Calls of the asynchronous methods must not overlap.
 */
export class LogFile {
  readonly #path: string;
  #file: number;
  #size: number;
  /** Something may stand behind `#size` that an append could not write whole, and that could not be cut either. */
  #hasRest = false;

  private constructor(path: string, file: number, size: number) {
    this.#path = path;
    this.#file = file;
    this.#size = size;
  }

  /**
   * Makes the directory and the file where they are missing, and syncs the directory, so that a power cut does not take the name of the
   * file with its lines. What follows the last line end was being written when a process died and was never acknowledged: it is cut.
   */
  static open(path: string): LogFile {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, 'a+', 0o600);
    syncDirectory(dirname(path));
    const end = fstatSync(file).size;
    const size = endOfLines(file, end);
    if (size < end) ftruncateSync(file, size);
    return new LogFile(path, file, size);
  }

  /** How many bytes its whole lines take. */
  get size(): number {
    return this.#size;
  }

  /** All whole lines, without their line ends: for a file that fits in memory. */
  readLines(): string[] {
    const content = Buffer.alloc(this.#size);
    readFully(this.#file, content);
    return content.toString('utf8').split('\n').slice(0, -1);
  }

  /** The line that begins at an offset, and where the next one does; undefined where no whole line begins. */
  async readLine(from: number): Promise<{ readonly text: string; readonly next: number } | undefined> {
    const parts: Buffer[] = [];
    for (let at = from; at < this.#size; ) {
      const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, this.#size - at));
      const { bytesRead } = await readAsync(this.#file, buffer, 0, buffer.length, at);
      if (bytesRead === 0) return undefined;
      const end = buffer.subarray(0, bytesRead).indexOf(lineEnd);
      if (end >= 0) {
        parts.push(buffer.subarray(0, end));
        return { text: Buffer.concat(parts).toString('utf8'), next: at + end + 1 };
      }
      parts.push(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    return undefined;
  }

  /**
   * Resolves when the disk has these whole lines. Rejects when it refuses: then the file ends where it did before. `onWritten` is called
   * between the write and the sync.
   */
  async append(lines: Buffer, onWritten?: () => void): Promise<void> {
    if (this.#hasRest) await this.#cut();
    this.#hasRest = true;
    try {
      await writeFully(this.#file, lines);
      onWritten?.();
      await datasyncAsync(this.#file);
    } catch (error) {
      // No half line may stand before the next one; should this fail too, the next append tries again first.
      await this.#cut().catch(() => undefined);
      throw error;
    }
    this.#hasRest = false;
    this.#size += lines.length;
  }

  /** Returns when the disk has these whole lines. After it threw, it is unknown what the disk has. */
  appendSync(lines: Buffer, sync: (file: number) => void = fdatasyncSync): void {
    if (writeSync(this.#file, lines) !== lines.length) throw new Error('the disk took only a part of a line');
    sync(this.#file);
    this.#size += lines.length;
  }

  /**
   * Writes whole lines without a sync: they outlive this process, not the machine. Throws where the disk refuses: then the file ends where it
   * did before.
   */
  writeUnsynced(lines: Buffer): void {
    if (this.#hasRest) this.#cutSync();
    this.#hasRest = true;
    try {
      for (let written = 0; written < lines.length; ) written += writeSync(this.#file, lines, written);
    } catch (error) {
      try {
        this.#cutSync();
      } catch {
        // The next write tries again first.
      }
      throw error;
    }
    this.#hasRest = false;
    this.#size += lines.length;
  }

  /** Resolves when the disk has what was written without a sync by now. */
  async sync(): Promise<void> {
    await datasyncAsync(this.#file);
  }

  /** Forgets everything, without a sync: after a power cut it may be there again. Throws where the disk refuses. */
  emptySync(): void {
    ftruncateSync(this.#file, 0);
    this.#size = 0;
    this.#hasRest = false;
  }

  /** Forgets everything. */
  async empty(): Promise<void> {
    await truncateAsync(this.#file, 0);
    await datasyncAsync(this.#file);
    this.#size = 0;
    this.#hasRest = false;
  }

  /** Moves what follows an offset to a new file, which takes the name of the old one when the disk has all of it. Rejects without a change. */
  async dropBefore(offset: number): Promise<void> {
    const fresh = openSync(`${this.#path}.new`, freshFile, 0o600);
    try {
      const rest = Buffer.allocUnsafe(this.#size - offset);
      const { bytesRead } = await readAsync(this.#file, rest, 0, rest.length, offset);
      if (bytesRead < rest.length) throw new Error(`${this.#path} is shorter than it was`);
      await writeFully(fresh, rest);
      await datasyncAsync(fresh);
      await renameAsync(`${this.#path}.new`, this.#path);
    } catch (error) {
      closeSync(fresh);
      throw error;
    }
    closeSync(this.#file);
    this.#file = fresh;
    this.#size -= offset;
    this.#hasRest = false;
    await trySyncDirectory(dirname(this.#path));
  }

  close(): void {
    closeSync(this.#file);
  }

  #cutSync(): void {
    ftruncateSync(this.#file, this.#size);
    this.#hasRest = false;
  }

  async #cut(): Promise<void> {
    await truncateAsync(this.#file, this.#size);
    this.#hasRest = false;
  }
}

/** Where the last whole line ends, searched from the end of the file. */
function endOfLines(file: number, end: number): number {
  for (let to = end; to > 0; to = Math.max(0, to - pieceBytes)) {
    const from = Math.max(0, to - pieceBytes);
    const piece = Buffer.alloc(to - from);
    readFully(file, piece, from);
    const at = piece.lastIndexOf(lineEnd);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}

/** At the end of the file: it is opened for appending. */
async function writeFully(file: number, text: Buffer): Promise<void> {
  for (let written = 0; written < text.length; )
    written += (await writeAsync(file, text, written, text.length - written)).bytesWritten;
}

function readFully(file: number, into: Buffer, from = 0): void {
  for (let done = 0; done < into.length; ) {
    const bytes = readSync(file, into, done, into.length - done, from + done);
    if (bytes === 0) throw new Error('the file became shorter while it was read');
    done += bytes;
  }
}
