import type { SettingReader } from './setting-reader.ts';

/**
 * What processes of one pool share out: the site and its live channel; miners; what the pool does by itself, but paying; and paying.
 */
export const allRoles = ['web', 'stratum', 'tasks', 'treasury'] as const;

export type Role = (typeof allRoles)[number];

export interface RoleSettings {
  /** What this process does; all of it, where nothing is said. */
  readonly roles: ReadonlySet<Role>;
  /** How long a process that ends waits until its miners are with others, ms; 0 closes at once. */
  readonly drainMs: number;
  /** How many processes of this machine take miners on the same ports; 1 for a process by itself. */
  readonly stratumProcesses: number;
}

const drainSecondsMax = 600;
export const processesMax = 16;

export function readRoleSettings(settings: SettingReader): RoleSettings {
  const named = settings.list('OPENLODE_ROLES');
  const roles = new Set(allRoles.filter((role) => named.includes(role)));
  const unknown = named.find((name) => !allRoles.some((role) => role === name));
  if (unknown !== undefined)
    settings.fault(`OPENLODE_ROLES names ${unknown}, but the roles of a process are: ${allRoles.join(', ')}`);
  const stratumProcesses = readProcesses(settings, roles);
  return {
    roles: roles.size === 0 ? new Set(allRoles) : roles,
    // Those that share their ports take the miners of one another; of any others only the operator knows that miners reach them.
    drainMs: readDrainSeconds(settings, stratumProcesses > 1 ? '30' : '0') * 1000,
    stratumProcesses,
  };
}

function readProcesses(settings: SettingReader, roles: ReadonlySet<Role>): number {
  const text = settings.text('OPENLODE_STRATUM_PROCESSES') ?? '1';
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > processesMax) {
    settings.fault(`OPENLODE_STRATUM_PROCESSES must be a number of processes from 1 to ${processesMax}`);
    return 1;
  }
  if (count > 1 && !(roles.size === 1 && roles.has('stratum')))
    settings.fault(
      'OPENLODE_STRATUM_PROCESSES needs OPENLODE_ROLES=stratum: the other roles are in processes of their own',
    );
  return count;
}

function readDrainSeconds(settings: SettingReader, fallback: string): number {
  const text = settings.text('OPENLODE_DRAIN_SECONDS') ?? fallback;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= drainSecondsMax) return seconds;
  settings.fault(`OPENLODE_DRAIN_SECONDS must be whole seconds from 0 to ${drainSecondsMax}`);
  return 0;
}

/** What a pool needs that is more than one process; `undefined` where this process does everything, or has all of it. */
export function missingForRoles(
  roles: ReadonlySet<Role>,
  has: { readonly database: boolean; readonly redis: boolean; readonly nodes: boolean },
): string | undefined {
  if (roles.size === allRoles.length) return undefined;
  if (!has.nodes)
    return 'OPENLODE_ROLES splits a pool over several processes, which a sandbox cannot be: its chains live in one process';
  if (has.database && has.redis) return undefined;
  return 'OPENLODE_ROLES splits a pool over several processes: they share a PostgreSQL (DATABASE_URL), and hear of each other through a Redis (REDIS_URL)';
}
