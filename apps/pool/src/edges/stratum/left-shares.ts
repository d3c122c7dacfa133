import type { Login } from '@openlode/mining/user-string';
import type { Relayed, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { readCheckedLine } from '../../runtime/append-log/checked-line.ts';
import { OpenBatch } from './open-batch.ts';

/** The batch of the shares that follow, and whose work it is. */
export interface BatchEntry {
  readonly batch: string;
  readonly upstream?: string;
  readonly networkWork?: string;
}

/** What a line consists of: a batch, a login that shares refer to by its number, or a share. */
type Entry =
  | BatchEntry
  | { readonly n: number; readonly login: Login; readonly source?: string }
  | readonly [n: number, work: string, at: number];

/** A batch that a killed process left. `shares` are all that it had acknowledged. */
export interface LeftBatch {
  readonly batch: WorkBatch;
  readonly shares: number;
  readonly firstAt: number | undefined;
}

/** What one file has: the batches of its shares, how many lines are damaged, and a number that no login in it has, nor one after it. */
export interface LeftFile {
  readonly ids: ReadonlySet<string>;
  readonly damaged: number;
  readonly nextNumber: number;
}

/** Reads the files of a share log, one after the other. */
export class LeftShares {
  readonly #batches = new Map<string, { readonly open: OpenBatch; readonly relayed: Relayed | undefined }>();
  readonly #sources = new WeakMap<Login, string>();

  /**
   * A line with a wrong checksum was written by a machine that died. What stood in it is missing, and what referred to that: shares of a login or of
   * a batch that it may have named.
   */
  read(lines: readonly string[]): LeftFile {
    const ids = new Set<string>();
    const logins = new Map<number, Login>();
    let damaged = 0;
    let nextNumber = 0;
    let current: { readonly id: string; readonly open: OpenBatch } | undefined;
    for (const entry of entriesOf(lines)) {
      if (entry === undefined) {
        damaged += 1;
        current = undefined;
      } else if ('batch' in entry) {
        current = { id: entry.batch, open: this.#openOf(entry) };
      } else if ('login' in entry) {
        logins.set(entry.n, entry.login);
        nextNumber = Math.max(nextNumber, entry.n + 1);
        if (entry.source !== undefined) this.#sources.set(entry.login, entry.source);
      } else {
        const login = logins.get(entry[0]);
        if (login === undefined || current === undefined) continue;
        current.open.add(login, BigInt(entry[1]), entry[2]);
        ids.add(current.id);
      }
    }
    return { ids, damaged, nextNumber };
  }

  /** All batches with shares, by the time of their first one. */
  take(algorithm: string): readonly LeftBatch[] {
    return [...this.#batches]
      .flatMap(([id, { open, relayed }]): LeftBatch[] => {
        const { shares, firstAt } = open;
        const { lines } = open.take();
        if (lines.length === 0) return [];
        return [{ batch: { id, algorithm, ...(relayed && { relayed }), lines }, shares, firstAt }];
      })
      .toSorted((one, other) => (one.firstAt ?? 0) - (other.firstAt ?? 0));
  }

  #openOf(entry: BatchEntry): OpenBatch {
    let known = this.#batches.get(entry.batch);
    if (known === undefined) {
      known = { open: new OpenBatch(() => entry.batch, this.#sources), relayed: relayedOf(entry) };
      this.#batches.set(entry.batch, known);
    }
    return known.open;
  }
}

function relayedOf({ upstream, networkWork }: BatchEntry): Relayed | undefined {
  return upstream === undefined || networkWork === undefined
    ? undefined
    : { upstream, networkWork: BigInt(networkWork) };
}

/** Undefined for a damaged line. */
function* entriesOf(lines: readonly string[]): Generator<Entry | undefined> {
  for (const line of lines) {
    const json = readCheckedLine(line);
    if (json === undefined) yield undefined;
    else yield* JSON.parse(json) as Entry[];
  }
}
