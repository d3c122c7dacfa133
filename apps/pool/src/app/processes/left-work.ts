import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { directoryOfProcess } from './process-settings.ts';
import { processesMax } from '../../settings/role-settings.ts';

/** Shares or blocks lie in a directory that no process of these settings looks into. */
export class LeftWork extends Error {
  override readonly name = 'LeftWork';
}

/** Whether a data directory has shares or blocks that the database has not taken. */
export function holdsWork(directory: string): boolean {
  return spoolsOf(directory).length > 0;
}

/**
 * Throws `LeftWork` where one process, or this many, would not record what an earlier start with another number of processes has left on
 * the disk. A process by itself that has work of its own starts all the same: that has to be recorded first, whatever comes then.
 */
export function refuseLeftWork(dataDirectory: string, processes: number): void {
  const own = spoolsOf(dataDirectory);
  const isByItself = processes === 1;
  if (isByItself && own.length > 0) return;
  if (own.length > 0) throw new LeftWork(sentence(own, 'without OPENLODE_STRATUM_PROCESSES'));
  // The additional one of a replacement starts with the others where it has left work.
  const looked = isByItself ? 0 : processes + 1;
  const others = numbersIn(dataDirectory).filter((number) => number > looked);
  const left = others.flatMap((number) => spoolsOf(directoryOfProcess(dataDirectory, number)));
  if (left.length === 0) return;
  const most = Math.max(...left.map((file) => numberOf(basename(dirname(file))) ?? 0));
  const count = Math.min(processesMax, Math.max(2, most));
  throw new LeftWork(sentence(left, `with OPENLODE_STRATUM_PROCESSES=${count}`));
}

function sentence(files: readonly string[], how: string): string {
  return `shares or blocks that the database has not taken are in ${files.join(', ')}, where no process of these settings looks: start once ${how} first, until they are empty`;
}

function numbersIn(dataDirectory: string): readonly number[] {
  return namesIn(dataDirectory).flatMap((name) => numberOf(name) ?? []);
}

function numberOf(name: string): number | undefined {
  const digits = /^process-(\d+)$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function spoolsOf(directory: string): readonly string[] {
  return namesIn(directory)
    .filter((name) => /^(work|block)-spool-.*\.jsonl$/.test(name))
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).size > 0);
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
