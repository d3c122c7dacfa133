import { existsSync, readFileSync } from 'node:fs';
import type { JournalHead } from '@openlode/signing/messages';
import { requirePrivate, writePrivateFile } from '../keystore/private-file.ts';
import type { Secrets } from '../keystore/keystore.ts';
import { History } from './history.ts';
import { noSeal, printJournalLine, readJournalLine, type SignedLine } from './journal-line.ts';
import { LineFile } from './line-file.ts';

/** The journal cannot be trusted, or is not there. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

export interface JournalPaths {
  readonly journal: string;
  /** Number and seal of the newest line that was answered for: a journal that was set back has fewer. */
  readonly head: string;
}

type Owner = Pick<Secrets, 'id' | 'journalKey'>;

/** Begins a journal where there is none. Throws an Error with the code EEXIST where there is one. */
export function beginJournal(paths: JournalPaths, owner: Owner, at: number): void {
  const file = LineFile.open(paths.journal, 'new');
  try {
    const text = printJournalLine(owner.journalKey, noSeal, 1, { type: 'begin', keystore: owner.id, at });
    file.append(text);
    writeHead(paths.head, { entry: 1, seal: text.slice(0, 64) });
  } finally {
    file.close();
  }
}

/** What the signer has signed: appended to, never changed, each line on the disk before its transaction leaves the process. */
export class Journal {
  readonly history = new History();
  readonly #paths: JournalPaths;
  readonly #file: LineFile;
  readonly #key: Uint8Array;
  /** Seals by the number of their line; the one before the first line is at 0. */
  readonly #seals: Buffer[] = [Buffer.from(noSeal, 'hex')];
  /** Where each line begins, by its number. */
  readonly #offsets: number[] = [0];
  #failure: string | undefined;
  #hadRest = false;

  private constructor(paths: JournalPaths, file: LineFile, key: Uint8Array) {
    this.#paths = paths;
    this.#file = file;
    this.#key = key;
  }

  /**
   * Reads all of it and checks that every line follows from the ones before, and that the newest line that was answered for is there.
   *
   * @param ignoresHead takes the journal as far as it goes, whatever the file of the head says, and writes that file again
   * @throws JournalError which names the line
   */
  static open(paths: JournalPaths, owner: Owner, ignoresHead = false): Journal {
    if (!existsSync(paths.journal)) throw new JournalError(`${paths.journal} is not there.`);
    requirePrivate(paths.journal);
    const file = LineFile.open(paths.journal, 'there');
    try {
      const journal = new Journal(paths, file, owner.journalKey);
      journal.#readAll(owner.id, ignoresHead ? undefined : readHead(paths.head));
      return journal;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get head(): JournalHead {
    const entry = this.#seals.length - 1;
    return { entry, seal: this.#sealOf(entry) };
  }

  /** Whether a line that was being written when a process died was taken away at the start. */
  get hadRest(): boolean {
    return this.#hadRest;
  }

  /** Why it takes nothing more; undefined while it does. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether it has a line of this number and seal. */
  has({ entry, seal }: JournalHead): boolean {
    return entry > 0 && entry < this.#seals.length && this.#sealOf(entry) === seal;
  }

  /** Reads a line of a transaction again, and checks it again. */
  signed(entry: number): SignedLine {
    const text = this.#file.lineAt(this.#offsets[entry] ?? 0);
    const read = readJournalLine(this.#key, this.#sealOf(entry - 1), entry, text);
    if (read?.line.type !== 'signed' || read.seal !== this.#sealOf(entry))
      throw new JournalError(`Line ${entry} of the journal was changed while it was open.`);
    return read.line;
  }

  /**
   * Returns when the disk has the line. Throws when it refuses; then nothing more is taken until the signer has started again, because it is
   * unknown what the disk has.
   */
  append(line: SignedLine): JournalHead {
    if (this.#failure !== undefined) throw new JournalError(this.#failure);
    try {
      const { entry: last, seal: before } = this.head;
      const entry = last + 1;
      const text = printJournalLine(this.#key, before, entry, line);
      const at = this.#file.append(text);
      const head = { entry, seal: text.slice(0, 64) };
      writeHead(this.#paths.head, head);
      this.#keep(head.seal, at);
      this.history.add(entry, line);
      return head;
    } catch (error) {
      this.#failure = `The journal could not be written (${codeOf(error)}): start the signer again.`;
      throw new JournalError(this.#failure);
    }
  }

  close(): void {
    this.#file.close();
  }

  #readAll(keystore: string, head: JournalHead | undefined): void {
    let end = 0;
    for (const { text, at } of this.#file.lines()) {
      const entry = this.#seals.length;
      const read = readJournalLine(this.#key, this.#sealOf(entry - 1), entry, text);
      if (read === undefined) {
        // A power cut may leave the end of a line on the disk and not its middle. Nothing was answered for what the head does not have.
        if (head !== undefined && head.entry === entry - 1) break;
        throw new JournalError(
          `Line ${entry} of the journal does not follow from the lines before it: it was changed, or lines are missing.`,
        );
      }
      const { seal, line } = read;
      if ((line.type === 'begin') !== (entry === 1))
        throw new JournalError(`Line ${entry} of the journal is of another kind.`);
      if (line.type === 'begin' && line.keystore !== keystore)
        throw new JournalError('The journal belongs to another keystore.');
      if (line.type === 'signed') this.history.add(entry, line);
      this.#keep(seal, at);
      end = at + Buffer.byteLength(text) + 1;
    }
    if (this.#seals.length === 1) throw new JournalError('The journal is empty.');
    if (head !== undefined && !this.has(head))
      throw new JournalError(
        `The journal ends with line ${this.head.entry}, and line ${head.entry} was written: it was set back, or replaced.`,
      );
    this.#hadRest = this.#file.cutFrom(end);
    writeHead(this.#paths.head, this.head);
  }

  #keep(seal: string, offset: number): void {
    this.#seals.push(Buffer.from(seal, 'hex'));
    this.#offsets.push(offset);
  }

  #sealOf(entry: number): string {
    return this.#seals[entry]?.toString('hex') ?? '';
  }
}

function writeHead(path: string, { entry, seal }: JournalHead): void {
  writePrivateFile(path, `${entry} ${seal}\n`);
}

function readHead(path: string): JournalHead {
  if (!existsSync(path)) throw new JournalError(`${path} is not there, which says how far the journal goes.`);
  const [, entry, seal] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(readFileSync(path, 'utf8')) ?? [];
  if (entry === undefined || seal === undefined) throw new JournalError(`${path} cannot be read.`);
  return { entry: Number(entry), seal };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
