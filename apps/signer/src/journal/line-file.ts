import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { syncDirectory } from '../keystore/private-file.ts';

const pieceBytes = 1024 * 1024;
const lineEnd = 10;

/** Another process has the file. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
}

/**
 * A file of lines that only grows, held by one process. What follows its last line end was being written when a process died, and nothing
 * was answered for it.
 */
export class LineFile {
  readonly #path: string;
  readonly #file: number;
  #size = 0;

  private constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * @throws FileInUse
   * @throws Error with the code ENOENT where it has to be there and is not, or EEXIST where it has to be new
   */
  static open(path: string, mode: 'new' | 'there'): LineFile {
    // Opened for writing without `a`: cutting a half line and writing on has to work on the same descriptor.
    const file = openSync(path, mode === 'new' ? 'wx+' : 'r+', 0o600);
    if (!tryLock(file)) {
      closeSync(file);
      throw new FileInUse(`${path} is in use: another signer runs on this directory.`);
    }
    if (mode === 'new') syncDirectory(dirname(path));
    return new LineFile(path, file);
  }

  /** Every whole line from the start, with the offset of its first byte. Lines can be appended once it has come to its end. */
  *lines(): Generator<{ readonly text: string; readonly at: number }> {
    const { size } = fstatSync(this.#file);
    let rest: Buffer = Buffer.alloc(0);
    let at = 0;
    for (let from = 0; from < size; ) {
      const piece = this.#read(from, Math.min(pieceBytes, size - from));
      from += piece.length;
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let begin = 0;
      for (let end = rest.indexOf(lineEnd); end >= 0; end = rest.indexOf(lineEnd, begin)) {
        yield { text: rest.toString('utf8', begin, end), at };
        at += end + 1 - begin;
        begin = end + 1;
      }
      rest = rest.subarray(begin);
    }
    this.#size = at;
  }

  /** Takes away everything from an offset on: a line that was being written. True where there was something. */
  cutFrom(offset: number): boolean {
    const { size } = fstatSync(this.#file);
    this.#size = offset;
    if (size === offset) return false;
    ftruncateSync(this.#file, offset);
    fsyncSync(this.#file);
    return true;
  }

  /** The line that begins at an offset. */
  lineAt(offset: number): string {
    for (let length = 4096; ; length *= 8) {
      const piece = this.#read(offset, Math.min(length, this.#size - offset));
      const end = piece.indexOf(lineEnd);
      if (end >= 0) return piece.toString('utf8', 0, end);
      if (length >= this.#size - offset) throw new Error(`${this.#path} became shorter while it was open`);
    }
  }

  /** Returns the offset of the line when the disk has all of it. After it threw, it is unknown what the disk has. */
  append(text: string): number {
    const at = this.#size;
    const bytes = Buffer.from(`${text}\n`);
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, at + written);
    fsyncSync(this.#file);
    this.#size += bytes.length;
    return at;
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, from + done);
      if (read === 0) throw new Error(`${this.#path} became shorter while it was read`);
      done += read;
    }
    return bytes;
  }
}
