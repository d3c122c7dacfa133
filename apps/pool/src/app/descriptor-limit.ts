import { readFileSync } from 'node:fs';

const limitsFile = '/proc/self/limits';
/** The most that miners may hold; the rest is for visitors, the database, files and logs. */
const minersShare = 0.6;
const connectionsMax = 20_000;

/** How many connections of miners fit the descriptors of this process, from the text of `/proc/self/limits`. */
export function connectionsFor(limits: string | undefined): number {
  const soft = /^Max open files\s+(\d+)/m.exec(limits ?? '')?.[1];
  return soft === undefined
    ? connectionsMax
    : Math.min(connectionsMax, Math.floor(Number(soft) * minersShare));
}

/** The text of the limits of this process; undefined where the system has no such file. */
export function readProcessLimits(): string | undefined {
  try {
    return readFileSync(limitsFile, 'utf8');
  } catch {
    return undefined;
  }
}
