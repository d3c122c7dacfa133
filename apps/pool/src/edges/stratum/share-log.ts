import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { Relayed } from '../../domain/kernel/work-batch.ts';
import { checkedLine } from '../../runtime/append-log/checked-line.ts';
import { LogFile } from '../../runtime/append-log/log-file.ts';
import { type BatchEntry, type LeftBatch, LeftShares } from './left-shares.ts';

export interface ShareLogLimits {
  /** A file that is larger than this is left for the other one, as soon as that one may be emptied; in bytes. */
  readonly fileBytesMax: number;
  /** How long a disk that refused is left alone, in ms: the answers of that time do not wait for it. */
  readonly retryMs: number;
  /** What was written is synced after this long, in ms, unless it is recorded by then: what the loss of the machine may cost. */
  readonly syncAfterMs: number;
}

/** A file names each login once, so that it must hold many shares of each of ten thousand logins. */
const usualLimits: ShareLogLimits = { fileBytesMax: 4 * 1024 * 1024, retryMs: 100, syncAfterMs: 400 };

/** Where neither file can be emptied, nothing is written from this many times that size on: the next process reads them whole. */
const fullFiles = 16;

/** In characters. More than the first is written without being asked; what the disk refuses is kept up to the second, for the next try. */
const textMax = { unwritten: 64 * 1024, refused: 1024 * 1024 };

/** How long a refusal counts, in ms. Only a share finds out whether it is over, and a process that is not healthy may be given none. */
const refusedMs = 60_000;

/** The batch that an accepted share is counted in, under the id that it will be recorded with. */
export interface ShareBatch {
  readonly id: string;
  readonly relayed?: Relayed | undefined;
}

/** Where all work of a login comes from; undefined where that is not known. */
interface SourcesOfLogins {
  sourceOf(login: Login): string | undefined;
}

/** One of the two files, and what the next line of it may refer to. */
interface ShareFile {
  readonly file: LogFile;
  /** Batches in it that neither the database nor the write-ahead log has. */
  readonly waiting: Set<string>;
  logins: Map<Login, number>;
  /** Never given twice while the file has lines: a damaged line must not turn one login into another. */
  nextNumber: number;
  batchId: string | undefined;
  hasUnsynced: boolean;
}

/**
 * Accepted shares that are neither recorded nor in the write-ahead log. They are written before they are acknowledged, so that they outlive the
 * process, whatever kills it, and synced a moment later, so that they outlive the machine. Two files take turns; a file is emptied once all its
 * batches are recorded or in the write-ahead log. A batch keeps its id, so it makes no difference where a process finds one here that was recorded.
 * Nothing here throws where the disk refuses: shares are in memory only then, until their batch is safe, and `refuses` says so.
 */
export class ShareLog {
  readonly #files: readonly [ShareFile, ShareFile];
  readonly #log: Pick<Logger, 'warn'>;
  readonly #limits: ShareLogLimits;
  #current: ShareFile;
  #text = '';
  #refusedAt: number | undefined;
  #cannotEmpty = false;
  #syncTimer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #syncFailed = false;
  /** Batches of which the disk may lack shares: a sync after one that failed says nothing of what that one was for. */
  readonly #doubtful = new Set<string>();

  private constructor(
    files: readonly [ShareFile, ShareFile],
    { log, limits }: { readonly log: Pick<Logger, 'warn'>; readonly limits: ShareLogLimits },
  ) {
    this.#files = files;
    this.#log = log;
    this.#limits = limits;
    this.#current = files.find(({ waiting }) => waiting.size === 0) ?? files[1];
    this.onSafe([]);
    if (files.some(({ hasUnsynced }) => hasUnsynced)) this.#syncSoon();
  }

  /** Opens both files and reads what a killed process left. */
  static open(
    algorithm: string,
    paths: readonly [string, string],
    log: Pick<Logger, 'warn'>,
    limits: Partial<ShareLogLimits> = {},
  ): { readonly shareLog: ShareLog; readonly left: readonly LeftBatch[] } {
    const shares = new LeftShares();
    let damaged = 0;
    const open = (path: string): ShareFile => {
      const file = LogFile.open(path);
      const found = shares.read(file.readLines());
      damaged += found.damaged;
      const { ids, nextNumber } = found;
      return {
        file,
        waiting: new Set(ids),
        logins: new Map(),
        nextNumber,
        batchId: undefined,
        // Whatever killed the process before may have come before the sync.
        hasUnsynced: file.size > 0,
      };
    };
    const files = [open(paths[0]), open(paths[1])] as const;
    if (damaged > 0) log.warn({ algorithm, lines: damaged }, 'the log of accepted shares has damaged lines');
    const shareLog = new ShareLog(files, { log, limits: { ...usualLimits, ...limits } });
    return { shareLog, left: shares.take(algorithm) };
  }

  /** Whether the disk took no share at the last attempt, which was within a minute. */
  get refuses(): boolean {
    return this.#refusedWithin(refusedMs);
  }

  /** Whether all that was added is on the disk or will be within a moment: then it need not go to the write-ahead log as well. */
  get keeps(): boolean {
    return this.#refusedAt === undefined && !this.#syncFailed && this.#doubtful.size === 0;
  }

  /** Adds a share to what the next `write` writes. `sources`: where the work of a login comes from, asked once a login and file. */
  add(batch: ShareBatch, login: Login, sources: SourcesOfLogins, work: bigint, at: number): void {
    const into = this.#current;
    if (into.batchId !== batch.id) {
      into.batchId = batch.id;
      into.waiting.add(batch.id);
      this.#text += `,${JSON.stringify(batchEntry(batch))}`;
    }
    let n = into.logins.get(login);
    if (n === undefined) {
      into.logins.set(login, (n = into.nextNumber++));
      this.#text += `,${JSON.stringify({ n, login, source: sources.sourceOf(login) })}`;
    }
    this.#text += `,[${n},"${work}",${at}]`;
    if (this.#text.length >= textMax.unwritten) this.write();
    if (this.#text.length < textMax.refused) return;
    for (const id of into.waiting) this.#doubtful.add(id);
    this.#dropText();
  }

  /** Writes what was added since, and what the disk refused before. */
  write(): void {
    if (this.#text === '' || this.#refusedWithin(this.#limits.retryMs)) return;
    const { file } = this.#current;
    try {
      if (file.size > fullFiles * this.#limits.fileBytesMax)
        throw new Error('the files of accepted shares are full');
      file.writeUnsynced(Buffer.from(`${checkedLine(`[${this.#text.slice(1)}]`)}\n`));
    } catch (error) {
      if (this.#refusedAt === undefined)
        this.#log.warn({ err: error }, 'accepted shares cannot be written before they are acknowledged');
      this.#refusedAt = performance.now();
      return;
    }
    this.#text = '';
    if (this.#refusedAt !== undefined)
      this.#log.warn({}, 'accepted shares are written before they are acknowledged again');
    this.#refusedAt = undefined;
    this.#current.hasUnsynced = true;
    this.#syncSoon();
    if (file.size > this.#limits.fileBytesMax) this.#turn();
  }

  /** These batches are recorded, or in the write-ahead log. */
  onSafe(ids: readonly string[]): void {
    for (const known of [...this.#files.map(({ waiting }) => waiting), this.#doubtful])
      for (const id of ids) known.delete(id);
    for (const each of this.#files) if (each.waiting.size === 0 && each.file.size > 0) this.#empty(each);
    // All that was added is safe as well.
    if (this.#current.waiting.size === 0) this.#dropText();
  }

  /** Leaves what is not safe for the next process. */
  async close(): Promise<void> {
    this.#refusedAt = undefined;
    this.write();
    if (this.#syncing !== undefined) await this.#syncing;
    clearTimeout(this.#syncTimer);
    for (const each of this.#files) if (each.waiting.size === 0) this.#empty(each);
    if (this.#files.some(({ hasUnsynced }) => hasUnsynced)) await this.#sync();
    clearTimeout(this.#syncTimer);
    for (const { file } of this.#files) file.close();
  }

  #syncSoon(): void {
    if (this.#syncing !== undefined) return;
    this.#syncTimer ??= setTimeout(() => void this.#sync(), this.#limits.syncAfterMs).unref();
  }

  /** What cannot be synced is tried again with the next share. */
  async #sync(): Promise<void> {
    this.#syncTimer = undefined;
    const unsynced = this.#files.filter(({ hasUnsynced }) => hasUnsynced);
    for (const each of unsynced) each.hasUnsynced = false;
    this.#syncing = Promise.all(unsynced.map(({ file }) => file.sync())).then(
      () => {
        this.#syncFailed = false;
      },
      (error: unknown) => {
        for (const each of unsynced) {
          each.hasUnsynced = true;
          for (const id of each.waiting) this.#doubtful.add(id);
          // The lines that named logins and batches may be lost as well.
          forgetReferences(each);
        }
        if (!this.#syncFailed) this.#log.warn({ err: error }, 'accepted shares cannot be synced to the disk');
        this.#syncFailed = true;
      },
    );
    await this.#syncing;
    this.#syncing = undefined;
    if (!this.#syncFailed && this.#files.some(({ hasUnsynced }) => hasUnsynced)) this.#syncSoon();
  }

  #turn(): void {
    const other = this.#files[0] === this.#current ? this.#files[1] : this.#files[0];
    if (other.waiting.size > 0 || (other.file.size > 0 && !this.#empty(other))) return;
    this.#current = other;
  }

  /** What the disk keeps is met again, under ids that are recorded, and the next call tries again. */
  #empty(each: ShareFile): boolean {
    forgetReferences(each);
    try {
      each.file.emptySync();
    } catch (error) {
      if (!this.#cannotEmpty) this.#log.warn({ err: error }, 'a file of accepted shares cannot be emptied');
      this.#cannotEmpty = true;
      return false;
    }
    each.nextNumber = 0;
    each.hasUnsynced = false;
    this.#cannotEmpty = false;
    return true;
  }

  #dropText(): void {
    this.#text = '';
    forgetReferences(this.#current);
  }

  #refusedWithin(ms: number): boolean {
    return this.#refusedAt !== undefined && performance.now() - this.#refusedAt < ms;
  }
}

function forgetReferences(each: ShareFile): void {
  each.logins = new Map();
  each.batchId = undefined;
}

function batchEntry({ id, relayed }: ShareBatch): BatchEntry {
  if (relayed === undefined) return { batch: id };
  return { batch: id, upstream: relayed.upstream, networkWork: relayed.networkWork.toString() };
}
