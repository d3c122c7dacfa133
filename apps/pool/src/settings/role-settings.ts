import type { SettingReader } from './setting-reader.ts';

/**
 * What processes of one pool share out: the site and its live channel; miners; what the pool does by itself, but paying; and paying.
 */
export const allRoles = ['web', 'stratum', 'tasks', 'treasury'] as const;

export type Role = (typeof allRoles)[number];

export interface RoleSettings {
  /** What this process does; all of it, where nothing is said. */
  readonly roles: ReadonlySet<Role>;
}

export function readRoleSettings(settings: SettingReader): RoleSettings {
  const named = settings.list('OPENLODE_ROLES');
  const roles = new Set(allRoles.filter((role) => named.includes(role)));
  const unknown = named.find((name) => !allRoles.some((role) => role === name));
  if (unknown !== undefined)
    settings.fault(`OPENLODE_ROLES names ${unknown}, but the roles of a process are: ${allRoles.join(', ')}`);
  return { roles: roles.size === 0 ? new Set(allRoles) : roles };
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
