import type { ShareCounts } from '@openlode/contracts/http/account-rejects';
import type { WorkerItem } from '@openlode/contracts/http/account-workers';
import { type CountsByName, hasTrouble, rejectedOf, sharesOf } from './share-words.ts';

/** Which workers are listed: all, by state, or those with too many stale or rejected shares. */
export const workerStates = ['all', 'offline', 'online', 'trouble'] as const;
export type WorkerState = (typeof workerStates)[number];

/** What a list is ordered by; `state` has those that went offline last first, then those online. */
export const workerSorts = ['state', 'name', 'rate', 'accepted', 'stale', 'rejected', 'last'] as const;
export type WorkerSort = (typeof workerSorts)[number];

export interface WorkerView {
  /** A part of the name, as typed. */
  readonly find: string;
  readonly state: WorkerState;
  readonly sort: WorkerSort;
  /** Against the usual direction: the largest figure first, names from A. */
  readonly isReversed: boolean;
  /** Workers whose names begin alike share a line that unfolds. */
  readonly byPrefix: boolean;
}

export const firstView: WorkerView = {
  find: '',
  state: 'all',
  sort: 'state',
  isReversed: false,
  byPrefix: false,
};

/** The words of a view in the query of the URL; a word that is missing stands for the first view. */
export interface ViewWords {
  readonly find?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: string | undefined;
  readonly group?: string | undefined;
}

/** Words of unknown origin; one that says nothing counts as missing. */
export function readView({ find = '', state, sort = '', group }: ViewWords): WorkerView {
  const isReversed = sort.startsWith('-');
  const key = workerSorts.find((known) => known === (isReversed ? sort.slice(1) : sort));
  return {
    find: find.slice(0, 64),
    state: workerStates.find((known) => known === state) ?? firstView.state,
    sort: key ?? firstView.sort,
    isReversed: isReversed && key !== undefined,
    byPrefix: group === 'name',
  };
}

/** The words of a view; those of the first view are left out of the URL. */
export function viewWords(view: WorkerView): ViewWords {
  const sort = `${view.isReversed ? '-' : ''}${view.sort}`;
  return {
    find: view.find.trim() === '' ? undefined : view.find.trim(),
    state: view.state === firstView.state ? undefined : view.state,
    sort: sort === firstView.sort ? undefined : sort,
    group: view.byPrefix ? 'name' : undefined,
  };
}

/** A line of the list: a worker, or workers whose names begin alike. */
export interface Line {
  readonly name: string;
  readonly total: number;
  readonly online: number;
  /** The last accepted share, in ms. */
  readonly last: number;
  /** In the algorithm's pre-unit. */
  readonly rate: number;
  /** The same as mining programs say it; 0 where they say nothing. */
  readonly reported: number;
  /** Of the past 24 hours; undefined where no share was sent, or as long as they are fetched. */
  readonly shares: ShareCounts | undefined;
}

export interface WorkerLine extends Line {
  readonly worker: WorkerItem;
}

export interface PrefixLine extends Line {
  readonly members: readonly WorkerLine[];
}

/** The workers that a view lists, in its order. */
export function viewWorkers(
  workers: readonly WorkerItem[],
  counts: CountsByName | null,
  view: WorkerView,
): readonly WorkerLine[] {
  const part = view.find.trim().toLowerCase();
  return workers
    .filter(({ name }) => part === '' || name.toLowerCase().includes(part))
    .map((worker) => ({
      worker,
      name: worker.name,
      total: 1,
      online: worker.online ? 1 : 0,
      last: worker.last,
      rate: worker.chr,
      reported: worker.rhr,
      shares: counts?.get(worker.name)?.day,
    }))
    .filter((line) => isInState(line, view.state))
    .toSorted(orderOf(view));
}

export function isInState(line: WorkerLine, state: WorkerState): boolean {
  if (state === 'trouble') return line.shares !== undefined && hasTrouble(line.shares);
  return state === 'all' || line.worker.online === (state === 'online');
}

/** Lines by how their names begin, in the order of a view. */
export function groupLines(lines: readonly WorkerLine[], view: WorkerView): readonly PrefixLine[] {
  return [...byPrefixOf(lines)]
    .map(([name, members]) => ({ ...sumLines(members), name, members }))
    .toSorted(orderOf(view));
}

function byPrefixOf(lines: readonly WorkerLine[]): ReadonlyMap<string, WorkerLine[]> {
  const found = new Map<string, WorkerLine[]>();
  for (const line of lines) {
    const prefix = prefixOf(line.name);
    const members = found.get(prefix);
    if (members === undefined) found.set(prefix, [line]);
    else members.push(line);
  }
  return found;
}

/** Several lines as one without a name. */
export function sumLines(lines: readonly Line[]): Omit<Line, 'name'> {
  const shares = lines.flatMap((line) => line.shares ?? []);
  return {
    total: lines.reduce((sum, { total }) => sum + total, 0),
    online: lines.reduce((sum, { online }) => sum + online, 0),
    last: lines.reduce((last, line) => Math.max(last, line.last), 0),
    rate: lines.reduce((sum, { rate }) => sum + rate, 0),
    reported: lines.reduce((sum, { reported }) => sum + reported, 0),
    shares: shares.length === 0 ? undefined : shares.reduce(addShares),
  };
}

function addShares(a: ShareCounts, b: ShareCounts): ShareCounts {
  return {
    accepted: a.accepted + b.accepted,
    rejected: {
      stale: a.rejected.stale + b.rejected.stale,
      duplicate: a.rejected.duplicate + b.rejected.duplicate,
      low_difficulty: a.rejected.low_difficulty + b.rejected.low_difficulty,
      malformed: a.rejected.malformed + b.rejected.malformed,
    },
  };
}

/**
 * How the name of a machine begins: `rack-d` of `rack-d-25-s19`, `rig` of `rig07`, `10x0x3` of `10x0x3x17`. A name without a number
 * is its own beginning.
 */
export function prefixOf(name: string): string {
  const beforeNumber = /^([^0-9]*[^0-9_.-])[_.-]*[0-9]/.exec(name)?.[1];
  if (beforeNumber !== undefined) return beforeNumber;
  return /^([0-9].*)[x_.-][^x_.-]*$/.exec(name)?.[1] ?? name;
}

const byName = new Intl.Collator('en', { numeric: true }).compare;

/** Which end comes first as long as a view is not reversed. */
const usual: Readonly<Record<WorkerSort, (a: Line, b: Line) => number>> = {
  state: byOffline,
  name: (a, b) => byName(a.name, b.name),
  rate: (a, b) => b.rate - a.rate,
  accepted: (a, b) => (b.shares?.accepted ?? -1) - (a.shares?.accepted ?? -1),
  stale: (a, b) => part(b, 'stale') - part(a, 'stale'),
  rejected: (a, b) => part(b, 'rejected') - part(a, 'rejected'),
  last: (a, b) => b.last - a.last,
};

/** Lines with most workers offline first, of those the one that was heard last: the machine that stopped just now leads the list. */
function byOffline(a: Line, b: Line): number {
  const [offlineA, offlineB] = [a.total - a.online, b.total - b.online];
  if (offlineA !== offlineB) return offlineB - offlineA;
  return offlineA === 0 ? 0 : b.last - a.last;
}

/** The part of all shares that was stale or rejected; below zero where none was sent. */
function part({ shares }: Line, which: 'stale' | 'rejected'): number {
  const all = shares === undefined ? 0 : sharesOf(shares);
  if (shares === undefined || all === 0) return -1;
  return (which === 'stale' ? shares.rejected.stale : rejectedOf(shares)) / all;
}

function orderOf({ sort, isReversed }: WorkerView): (a: Line, b: Line) => number {
  const sign = isReversed ? -1 : 1;
  return (a, b) => sign * usual[sort](a, b) || byName(a.name, b.name);
}

/** What a click on the head of a column makes of a view: its order, or the other direction. */
export function sortedBy(view: WorkerView, sort: WorkerSort): WorkerView {
  return { ...view, sort, isReversed: view.sort === sort && !view.isReversed };
}

/** For `aria-sort`: only names begin with the least. */
export function directionOf(view: WorkerView, sort: WorkerSort): 'ascending' | 'descending' | undefined {
  if (view.sort !== sort) return undefined;
  return (sort === 'name') === view.isReversed ? 'descending' : 'ascending';
}
