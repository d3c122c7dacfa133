import { type AppendLog, openAppendLog } from '../../runtime/append-log/append-log.ts';
import { existsSync, fdatasyncSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NumberedLine, PayoutJournal } from '../../domain/kernel/payout-journal.ts';
import { beginning, contentOf, firstNumber, foreignLine, hashOf, parse } from './journal-lines.ts';
import { errorText } from '../../runtime/error-text.ts';

export interface JournalFile extends PayoutJournal {
  /** All lines, the oldest first: for suites, and for a journal that is given to a restore. */
  lines(): NumberedLine[];
  close(): void;
}

/** Its newest file in the data directory. */
export const payoutJournalName = 'payouts.journal';

/** A file of more lines is closed and another begun: only the newest is kept in memory. */
const linesPerFile = 2000;
/** Of this many older files the payouts are remembered: those of some days, whose payouts may still be open. */
const knownFilesMax = 50;

export interface JournalOptions {
  /** Stands in every line: a journal with a line of another ledger cannot be used. */
  readonly ledger: string;
  /** Puts what was written on the disk. */
  readonly sync?: (file: number) => void;
  readonly linesPerFile?: number;
}

/**
 * Opens the journal of payouts, a line of JSON for each transaction that may leave, and walks the chain of its newest file. A last line
 * without its end was being written when the process died: nothing was sent for it, and it is cut. Anything else that does not follow from
 * the line before makes the journal untrustworthy. Older files are called `payouts.journal.<first line>.<payouts from>-<to>`, and are
 * walked when they are read.
 */
export function openPayoutJournal(path: string, options: JournalOptions): JournalFile {
  const { ledger, sync = fdatasyncSync, linesPerFile: linesMax = linesPerFile } = options;
  let closed = closedFiles(path);
  let log = openAppendLog(path, { sync });
  let current = readCurrent(log, closed.at(-1), ledger);

  function rotate(): void {
    const ids = current.lines.map(({ payout }) => payout).toSorted((a, b) => (a < b ? -1 : 1));
    const name = `${basename(path)}.${current.lines[0]?.number}.${ids[0]}-${ids.at(-1)}`;
    log.close();
    renameSync(path, join(dirname(path), name));
    closed = closedFiles(path);
    current = { lines: [], before: current.lines.at(-1), broken: undefined };
    log = openAppendLog(path, { sync });
  }

  /** By path, the payouts of older files that were asked for: one that is in none of them reads no file again. */
  const payoutsIn = new Map<string, { readonly version: string; readonly payouts: ReadonlySet<bigint> }>();
  function readOf(payout: bigint, file: ClosedFile): NumberedLine[] {
    // What is removed or changed under it has to be noticed all the same.
    const version = versionOf(file.path);
    const known = payoutsIn.get(file.path);
    if (known?.version === version && !known.payouts.has(payout)) return [];
    const lines = readClosed(file);
    const [oldest] = payoutsIn.keys();
    if (payoutsIn.size >= knownFilesMax && oldest !== undefined) payoutsIn.delete(oldest);
    payoutsIn.set(file.path, { version, payouts: new Set(lines.map((line) => line.payout)) });
    return lines.filter((line) => line.payout === payout);
  }

  const tail = (): NumberedLine | undefined => current.lines.at(-1) ?? current.before;
  function* newestFirst(): Generator<NumberedLine> {
    yield* current.lines.toReversed();
    for (const each of closed.toReversed()) yield* readClosed(each).toReversed();
  }
  const linesOf = (payout: bigint): NumberedLine[] => [
    ...closed
      .filter(({ from, to }) => from <= payout && payout <= to)
      .flatMap((each) => readOf(payout, each)),
    ...current.lines.filter((line) => line.payout === payout),
  ];
  return {
    append: async (line) => {
      const why = current.broken ?? log.failed();
      if (why !== undefined) throw new Error(`the payout journal takes nothing more: ${why}`);
      const number = (tail()?.number ?? 0) + 1;
      const content = contentOf(line, number, ledger);
      const hash = hashOf(tail()?.hash ?? beginning, content);
      if (current.lines.length >= linesMax) rotate();
      log.append(JSON.stringify({ ...content, hash }));
      current.lines.push({ ...line, number, hash, ledger });
    },
    has: (payout, txid) => linesOf(payout).some((line) => line.txid === txid),
    linesOf,
    tail,
    newestFirst,
    lines: () => [...newestFirst()].toReversed(),
    broken: () => current.broken ?? log.failed(),
    close: () => log.close(),
  };
}

/**
 * Reads a journal that another process wrote, and changes nothing of it. Its oldest files may be missing: then it begins with the number
 * of its first line. Answers the lines that can be trusted, and what is wrong with the next one.
 */
export function readPayoutJournal(path: string): { lines: NumberedLine[]; broken: string | undefined } {
  const closed = closedFiles(path);
  try {
    const older = closed.flatMap(readClosed);
    const before = older.at(-1);
    const whole = wholeText(path);
    if (whole === '' && existsSync(path) && readFileSync(path).length > 0)
      return { lines: older, broken: 'line 1 has no end: it is no journal of payouts, or a piece of one' };
    const first = before === undefined ? (firstNumber(whole) ?? 1) : before.number + 1;
    const { lines, broken } = parse(whole, before?.hash, first);
    return { lines: [...older, ...lines], broken };
  } catch (error) {
    return { lines: [], broken: errorText(error) };
  }
}

interface ClosedFile {
  readonly path: string;
  /** The number of its first line, and the payouts that it is about. */
  readonly first: number;
  readonly from: bigint;
  readonly to: bigint;
  /** The one before it; undefined for the oldest that is left. */
  readonly previous: ClosedFile | undefined;
}

function versionOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** The older files, the oldest first. */
function closedFiles(path: string): ClosedFile[] {
  const name = basename(path);
  if (!existsSync(dirname(path))) return [];
  const found = readdirSync(dirname(path))
    .flatMap((each): Omit<ClosedFile, 'previous'>[] => {
      const [, first, from, to] = /^\.(\d+)\.(\d+)-(\d+)$/.exec(each.slice(name.length)) ?? [];
      if (!each.startsWith(name) || first === undefined || from === undefined || to === undefined) return [];
      return [{ path: join(dirname(path), each), first: Number(first), from: BigInt(from), to: BigInt(to) }];
    })
    .toSorted((a, b) => a.first - b.first);
  const files: ClosedFile[] = [];
  for (const each of found) files.push({ ...each, previous: files.at(-1) });
  return files;
}

/** The lines of an older file; throws where they do not follow from each other, or the first not from the file before. */
function readClosed({ path, first, previous }: ClosedFile): NumberedLine[] {
  const { lines, broken } = parse(
    readFileSync(path, 'utf8'),
    previous === undefined ? undefined : lastHash(previous),
    first,
  );
  if (broken !== undefined) throw new Error(`${basename(path)}: ${broken}`);
  return lines;
}

/** What the last line of a file says of itself. Whether it is so is found out when that file is read. */
function lastHash({ path }: ClosedFile): string {
  try {
    const { hash } = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '') as {
      hash: string;
    };
    return hash;
  } catch {
    throw new Error(`${basename(path)}: its last line cannot be read`);
  }
}

interface CurrentFile {
  readonly lines: NumberedLine[];
  /** The last line of the file before. */
  readonly before: NumberedLine | undefined;
  readonly broken: string | undefined;
}

function readCurrent(log: AppendLog, older: ClosedFile | undefined, ledger: string): CurrentFile {
  try {
    const before = older === undefined ? undefined : readClosed(older).at(-1);
    const whole = log.lines.map((line) => `${line}\n`).join('');
    const { lines, broken } = parse(whole, before?.hash, (before?.number ?? 0) + 1);
    return { lines, before, broken: broken ?? foreignLine(lines, ledger) };
  } catch (error) {
    return { lines: [], before: undefined, broken: errorText(error) };
  }
}

function wholeText(path: string): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
