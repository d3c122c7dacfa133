import type { Login } from '@openlode/mining/user-string';
import type {
  MinerKey,
  CountedReject,
  RejectLine,
  WorkBatch,
  WorkLine,
} from '../../domain/kernel/work-batch.ts';

/** What one login did in one minute. Shares of equal work are counted, and multiplied only when the work changes. */
interface Cell {
  readonly login: Login;
  readonly minute: number;
  work: bigint;
  unit: bigint;
  unitShares: number;
  shares: number;
  readonly firstAt: number;
  lastAt: number;
}

/**
 * Shares as they arrive, summed by login and minute until a batch is made of them. A login is one worker of one connection: equal
 * workers of several connections are merged when they are recorded (see `mergeWork`).
 */
export class OpenBatch {
  /** The same miner object for every batch of a login: later steps cache what they compute by it. */
  readonly #miners = new WeakMap<Login, MinerKey>();
  readonly #sources: WeakMap<Login, string>;
  readonly #newId: () => string;
  #id: string | undefined;
  #cells = new Map<Login, Cell>();
  /** Cells of a minute that ended before the batch did. */
  #finished: Cell[] = [];
  #rejects = new Map<Login, Map<CountedReject, RejectLine>>();
  #shares = 0;

  /** @param sources where the work of a login comes from, by `sourceKey` */
  constructor(newId: () => string, sources = new WeakMap<Login, string>()) {
    this.#newId = newId;
    this.#sources = sources;
  }

  /** Of the batch that its shares will be; another one once it is taken. */
  get id(): string {
    return (this.#id ??= this.#newId());
  }

  get shares(): number {
    return this.#shares;
  }

  get isEmpty(): boolean {
    return this.#shares === 0 && this.#rejects.size === 0;
  }

  /** When its first share was added, in ms; undefined without shares. */
  get firstAt(): number | undefined {
    let firstAt: number | undefined;
    for (const cell of [...this.#finished, ...this.#cells.values()])
      if (firstAt === undefined || cell.firstAt < firstAt) firstAt = cell.firstAt;
    return firstAt;
  }

  add(login: Login, work: bigint, at: number): void {
    const minute = Math.floor(at / 60_000);
    let cell = this.#cells.get(login);
    if (cell === undefined || cell.minute !== minute) {
      if (cell !== undefined) this.#finished.push(cell);
      cell = { login, minute, work: 0n, unit: work, unitShares: 0, shares: 0, firstAt: at, lastAt: at };
      this.#cells.set(login, cell);
    }
    if (cell.unit !== work) {
      cell.work = workOf(cell);
      cell.unit = work;
      cell.unitShares = 0;
    }
    cell.unitShares += 1;
    cell.shares += 1;
    cell.lastAt = at;
    this.#shares += 1;
  }

  reject(login: Login, reason: CountedReject, at: number): void {
    let counts = this.#rejects.get(login);
    if (counts === undefined) this.#rejects.set(login, (counts = new Map()));
    const shares = (counts.get(reason)?.shares ?? 0) + 1;
    counts.set(reason, { miner: this.#minerOf(login), worker: login.worker, reason, shares, at });
  }

  /** Empties it. */
  take(): Pick<WorkBatch, 'id' | 'lines' | 'rejects'> {
    const { id } = this;
    this.#id = undefined;
    const lines = [...this.#finished, ...this.#cells.values()].map((cell) => this.#lineOf(cell));
    const rejects = [...this.#rejects.values()].flatMap((counts) => [...counts.values()]);
    this.#cells = new Map();
    this.#finished = [];
    this.#rejects = new Map();
    this.#shares = 0;
    return rejects.length === 0 ? { id, lines } : { id, lines, rejects };
  }

  #lineOf(cell: Cell): WorkLine {
    const { login, shares, firstAt, lastAt } = cell;
    const { worker, referralCode } = login;
    const source = this.#sources.get(login);
    const miner = this.#minerOf(login);
    const work = workOf(cell);
    // Written out twice: ten thousand lines a second are made of a pool under load, and a spread costs more than the rest of one.
    if (source === undefined) return { miner, worker, referralCode, work, shares, firstAt, lastAt };
    return { miner, worker, referralCode, work, shares, firstAt, lastAt, source };
  }

  #minerOf(login: Login): MinerKey {
    let miner = this.#miners.get(login);
    if (miner === undefined) {
      const { coin, network, address, memo } = login;
      this.#miners.set(login, (miner = { coin, network, address, memo }));
    }
    return miner;
  }
}

function workOf(cell: Cell): bigint {
  return cell.work + cell.unit * BigInt(cell.unitShares);
}
