import type { Login } from '@openlode/mining/user-string';
import type {
  AccountKey,
  CountedReject,
  RejectLine,
  WorkBatch,
  WorkLine,
} from '../../domain/kernel/work-batch.ts';

/** Shares as they come in, summed until a batch is made of them. */
export interface OpenBatch {
  /** Says from where a login mines: all its work is counted as coming from there. */
  from(login: Login, source: string): void;
  add(login: Login, work: bigint, at: number): void;
  reject(login: Login, reason: CountedReject, at: number): void;
  shares(): number;
  isEmpty(): boolean;
  /** When the first of its shares came in, in ms; undefined where there is none. */
  firstAt(): number | undefined;
  /** Empties it. */
  take(): Pick<WorkBatch, 'lines' | 'rejects'>;
}

/** What one login did in one minute. Shares of the same work are counted, and multiplied only when the work changes. */
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

export function createOpenBatch(): OpenBatch {
  const identities = new WeakMap<Login, Identity>();
  const sources = new WeakMap<Login, string>();
  let cells = new Map<Login, Cell>();
  /** Cells of a minute that was over before the batch was. */
  let finished: Cell[] = [];
  let rejects = new Map<Login, Map<CountedReject, RejectLine>>();
  let shares = 0;

  function identityOf(login: Login): Identity {
    let identity = identities.get(login);
    if (identity === undefined) {
      const { coin, network, address, memo, worker, code } = login;
      const source = sources.get(login);
      const key = JSON.stringify([coin, network, address, memo, worker, code, source]);
      identities.set(login, (identity = { key, account: { coin, network, address, memo }, source }));
    }
    return identity;
  }

  return {
    from(login, source) {
      sources.set(login, source);
    },
    add(login, work, at) {
      const minute = Math.floor(at / 60_000);
      let cell = cells.get(login);
      if (cell === undefined || cell.minute !== minute) {
        if (cell !== undefined) finished.push(cell);
        cell = { login, minute, work: 0n, unit: work, unitShares: 0, shares: 0, firstAt: at, lastAt: at };
        cells.set(login, cell);
      }
      if (cell.unit !== work) {
        cell.work = workOf(cell);
        cell.unit = work;
        cell.unitShares = 0;
      }
      cell.unitShares += 1;
      cell.shares += 1;
      cell.lastAt = at;
      shares += 1;
    },
    reject(login, reason, at) {
      let counts = rejects.get(login);
      if (counts === undefined) rejects.set(login, (counts = new Map()));
      const known = counts.get(reason);
      const { coin, network, address, memo, worker } = login;
      const account = known?.account ?? { coin, network, address, memo };
      counts.set(reason, { account, worker, reason, shares: (known?.shares ?? 0) + 1, at });
    },
    shares: () => shares,
    isEmpty: () => shares === 0 && rejects.size === 0,
    firstAt: () => firstAtOf([...finished, ...cells.values()]),
    take() {
      const lines = mergeCells([...finished, ...cells.values()], identityOf);
      const refused = [...rejects.values()].flatMap((counts) => [...counts.values()]);
      cells = new Map();
      finished = [];
      rejects = new Map();
      shares = 0;
      return refused.length === 0 ? { lines } : { lines, rejects: refused };
    },
  };
}

function workOf(cell: Cell): bigint {
  return cell.work + cell.unit * BigInt(cell.unitShares);
}

function firstAtOf(cells: readonly Cell[]): number | undefined {
  let firstAt: number | undefined;
  for (const cell of cells) if (firstAt === undefined || cell.firstAt < firstAt) firstAt = cell.firstAt;
  return firstAt;
}

/** Who a login is: equal ones have the same key, and batch after batch says the same account. */
interface Identity {
  readonly key: string;
  readonly account: AccountKey;
  readonly source: string | undefined;
}

/** One worker may mine over many connections: cells with the same key and minute become one line. */
function mergeCells(cells: readonly Cell[], identityOf: (login: Login) => Identity): readonly WorkLine[] {
  const lines: WorkLine[] = [];
  const minutes = new Map<number, Map<string, number>>();
  for (const cell of cells) {
    let places = minutes.get(cell.minute);
    if (places === undefined) minutes.set(cell.minute, (places = new Map()));
    const { key, account, source } = identityOf(cell.login);
    const place = places.get(key);
    const other = place === undefined ? undefined : lines[place];
    const { worker, code } = cell.login;
    const { shares, firstAt, lastAt } = cell;
    if (place === undefined || other === undefined) {
      places.set(key, lines.length);
      const line = { account, worker, code, work: workOf(cell), shares, firstAt, lastAt };
      lines.push(source === undefined ? line : { ...line, source });
    } else {
      lines[place] = {
        ...other,
        work: workOf(cell) + other.work,
        shares: shares + other.shares,
        firstAt: Math.min(firstAt, other.firstAt),
        lastAt: Math.max(lastAt, other.lastAt),
      };
    }
  }
  return lines;
}
