import { existsSync, readdirSync, readFileSync } from 'node:fs';

const THREADS = '/proc/self/task';
/** The kernel counts a process's time in hundredths of a second. */
const MICROS_PER_TICK = 10_000;

/** CPU time of this process, all its threads, in microseconds. */
export function processCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The threads of this process now. Needs Linux; empty elsewhere. */
export function threadIds(): ReadonlySet<string> {
  return new Set(existsSync(THREADS) ? readdirSync(THREADS) : []);
}

/** CPU time of these threads of this process, in microseconds. */
export function threadsCpuMicros(ids: ReadonlySet<string>): number {
  let nanos = 0;
  for (const id of ids) nanos += Number(readFileSync(`${THREADS}/${id}/schedstat`, 'utf8').split(' ', 1)[0]);
  return nanos / 1000;
}

/** CPU time of another process, all its threads, in microseconds; 0 where it is gone. */
export function programCpuMicros(pid: number): number {
  try {
    return ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8')) * MICROS_PER_TICK;
  } catch {
    return 0;
  }
}

/** The name may hold spaces, so fields are counted from its closing bracket: 12 and 13 are user and system. */
function ticksIn(stat: string): number {
  return ticksOf(stat.slice(stat.lastIndexOf(')') + 2).split(' '));
}

function ticksOf(fields: readonly string[]): number {
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/**
 * The process of a PostgreSQL server of this machine that all others of it belong to. Looked up at once: a connection may be closed while it is idle.
 *
 * @param backend the id of one of its connections (`pg_backend_pid()`)
 */
export function postmasterOf(backend: number): number {
  const postmaster = fieldsOf(backend)[1];
  if (postmaster === undefined) throw new Error(`PostgreSQL has no process ${backend} on this machine`);
  return Number(postmaster);
}

/** CPU time of such a server since it started, in microseconds: all its processes, also those that have ended. */
export function serverCpuMicros(postmaster: number): number {
  const own = fieldsOf(postmaster);
  if (own.length === 0) throw new Error(`the server of process ${postmaster} has ended`);
  // Of the children that have ended, too: 13 and 14.
  let ticks = ticksOf(own) + Number(own[13]) + Number(own[14]);
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const fields = fieldsOf(pid);
    if (fields[1] === String(postmaster)) ticks += ticksOf(fields);
  }
  return ticks * MICROS_PER_TICK;
}

/** From the state of a process on, which its parent follows; nothing where it is gone. */
function fieldsOf(pid: string | number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** CPU time of every PostgreSQL process of this machine, or of some of them, in microseconds. */
export function postgresCpuMicros(only?: readonly number[]): number {
  let ticks = 0;
  for (const pid of only?.map(String) ?? readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes('(postgres)')) continue;
      ticks += ticksIn(stat);
    } catch {
      // The process ended between the two looks.
    }
  }
  return ticks * MICROS_PER_TICK;
}
