import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { Relayed, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { checkedLine, readCheckedLine } from '../../runtime/append-log/checked-line.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import { OpenBatch } from './open-batch.ts';

/**
 * A file that is larger than this is left for the other one, as soon as that one may be emptied. Each names a login once, so that it must hold many
 * shares of each of ten thousand logins.
 */
const fileBytesDefault = 4 * 1024 * 1024;

/** The batch that an accepted share is counted in, under the id that it will be recorded with. */
export interface ShareBatch {
  readonly id: string;
  readonly relayed?: Relayed | undefined;
}

/** A batch that a killed process left. `shares` are all that it had acknowledged. */
export interface LeftBatch {
  readonly batch: WorkBatch;
  readonly shares: number;
  readonly firstAt: number | undefined;
}

/** One of the two files, and what the next line of it may refer to. */
interface ShareFile {
  readonly file: LogFile;
  /** Batches in it that neither the database nor the write-ahead log has. */
  readonly waiting: Set<string>;
  logins: Map<Login, number>;
  batchId: string | undefined;
}

/** What a line consists of: the batch of the shares that follow, a login that they refer to by its number, or a share. */
type Entry =
  | { readonly batch: string; readonly upstream?: string; readonly networkWork?: string }
  | { readonly n: number; readonly login: Login; readonly source?: string }
  | readonly [n: number, work: string, at: number];

/**
 * Accepted shares that no batch on disk or in the database has yet. They are written before they are acknowledged, and not synced: what was
 * written outlives the process, whatever kills it, but not the machine. Two files take turns; a file is emptied once all its batches are recorded or
 * in the write-ahead log. A batch keeps its id, so it makes no difference where a process finds one here that was recorded.
 */
export class ShareLog {
  readonly #files: readonly [ShareFile, ShareFile];
  #current: ShareFile;
  #text = '';
  readonly #log: Pick<Logger, 'warn'>;
  readonly #fileBytesMax: number;
  /** After a write that failed: half a line may stand at the end. */
  #isBroken = false;

  private constructor(
    files: readonly [ShareFile, ShareFile],
    { log, fileBytesMax }: { readonly log: Pick<Logger, 'warn'>; readonly fileBytesMax: number },
  ) {
    this.#files = files;
    this.#log = log;
    this.#fileBytesMax = fileBytesMax;
    this.#current = files.find(({ waiting }) => waiting.size === 0) ?? files[1];
  }

  /** Opens both files and reads what a killed process left. What a line with a wrong checksum says, written by a machine that died or onto a full disk, is left out. */
  static open(
    algorithm: string,
    paths: readonly [string, string],
    log: Pick<Logger, 'warn'>,
    fileBytesMax = fileBytesDefault,
  ): { readonly shareLog: ShareLog; readonly left: readonly LeftBatch[] } {
    const batches = new Map<string, { readonly open: OpenBatch; readonly relayed: Relayed | undefined }>();
    const sources = new WeakMap<Login, string>();
    const open = (path: string): ShareFile => {
      const file = LogFile.open(path);
      const waiting = new Set<string>();
      const logins = new Map<number, Login>();
      let current: OpenBatch | undefined;
      for (const entry of entriesOf(file.readLines())) {
        if (entry === undefined) {
          logins.clear();
          current = undefined;
        } else if ('batch' in entry) {
          waiting.add(entry.batch);
          let known = batches.get(entry.batch);
          if (known === undefined) {
            known = { open: new OpenBatch(() => entry.batch, sources), relayed: relayedOf(entry) };
            batches.set(entry.batch, known);
          }
          current = known.open;
        } else if ('login' in entry) {
          logins.set(entry.n, entry.login);
          if (entry.source !== undefined) sources.set(entry.login, entry.source);
        } else {
          const login = logins.get(entry[0]);
          if (login !== undefined) current?.add(login, BigInt(entry[1]), entry[2]);
        }
      }
      return { file, waiting, logins: new Map(), batchId: undefined };
    };
    const shareLog = new ShareLog([open(paths[0]), open(paths[1])], { log, fileBytesMax });
    const left = [...batches].flatMap(([id, { open: shares, relayed }]): LeftBatch[] => {
      const { shares: count, firstAt } = shares;
      const { lines } = shares.take();
      if (lines.length === 0) return [];
      return [{ batch: { id, algorithm, ...(relayed && { relayed }), lines }, shares: count, firstAt }];
    });
    return { shareLog, left };
  }

  /** Adds a share to what the next `write` writes. */
  add(batch: ShareBatch, login: Login, source: string | undefined, work: bigint, at: number): void {
    const into = this.#current;
    if (into.batchId !== batch.id) {
      into.batchId = batch.id;
      into.waiting.add(batch.id);
      this.#text += `,${JSON.stringify(batchEntry(batch))}`;
    }
    let n = into.logins.get(login);
    if (n === undefined) {
      into.logins.set(login, (n = into.logins.size));
      this.#text += `,${JSON.stringify({ n, login, source })}`;
    }
    this.#text += `,[${n},"${work}",${at}]`;
  }

  /** Writes what was added since. Shares that the disk does not take are in memory only until their batch is safe. */
  write(): void {
    if (this.#text === '') return;
    const line = checkedLine(`[${this.#text.slice(1)}]`);
    this.#text = '';
    const { file } = this.#current;
    try {
      // Behind half a line, the next one begins after a line end of its own.
      file.appendSync(Buffer.from(this.#isBroken ? `\n${line}\n` : `${line}\n`), notSynced);
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken)
        this.#log.warn({ err: error }, 'accepted shares cannot be written before they are acknowledged');
      this.#isBroken = true;
      forgetReferences(this.#current);
    }
    if (file.size > this.#fileBytesMax) this.#turn();
  }

  /** These batches are recorded, or in the write-ahead log. */
  onSafe(ids: readonly string[]): void {
    for (const each of this.#files) {
      for (const id of ids) each.waiting.delete(id);
      const isAwaited = each === this.#current && this.#text !== '';
      if (each.waiting.size === 0 && each.file.size > 0 && !isAwaited) empty(each);
    }
  }

  /** Leaves what is not safe for the next process. */
  close(): void {
    for (const each of this.#files) {
      if (each.waiting.size === 0) empty(each);
      each.file.close();
    }
  }

  #turn(): void {
    const other = this.#files[0] === this.#current ? this.#files[1] : this.#files[0];
    if (other.waiting.size > 0) return;
    if (other.file.size > 0) empty(other);
    this.#current = other;
  }
}

function empty(each: ShareFile): void {
  each.file.emptySync();
  forgetReferences(each);
}

function forgetReferences(each: ShareFile): void {
  each.logins = new Map();
  each.batchId = undefined;
}

function notSynced(): void {
  // A process that is killed leaves what it wrote to the kernel, which is all that is asked for.
}

function batchEntry({ id, relayed }: ShareBatch): Entry {
  if (relayed === undefined) return { batch: id };
  return { batch: id, upstream: relayed.upstream, networkWork: relayed.networkWork.toString() };
}

function relayedOf(entry: {
  readonly upstream?: string;
  readonly networkWork?: string;
}): Relayed | undefined {
  const { upstream, networkWork } = entry;
  return upstream === undefined || networkWork === undefined
    ? undefined
    : { upstream, networkWork: BigInt(networkWork) };
}

/** Undefined for a damaged line: nothing after it may refer to what stood in it, or before it. */
function* entriesOf(lines: readonly string[]): Generator<Entry | undefined> {
  for (const line of lines) {
    const json = readCheckedLine(line);
    if (json === undefined) yield undefined;
    else yield* JSON.parse(json) as Entry[];
  }
}
