import type { Role } from '../settings/role-settings.ts';
import type { PoolParts } from './pool-parts.ts';

/**
 * The parts of a process that does not do everything. What it commits is heard on the pages of the others, so each has the live channel, and
 * an operator may give a command to any of them; each has its own health and metrics, and tasks of its own.
 */
export function partsOfRoles(roles: ReadonlySet<Role>, parts: PoolParts): PoolParts {
  const { http, stratum, rigs, tasks, ...everywhere } = parts;
  return {
    ...everywhere,
    ...(tasks !== undefined && { tasks: { ...tasks, roles } }),
    ...(roles.has('web') && http !== undefined && { http }),
    ...(roles.has('stratum') && {
      ...(stratum !== undefined && { stratum }),
      ...(rigs !== undefined && { rigs }),
    }),
  };
}
