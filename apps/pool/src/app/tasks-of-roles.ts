import type { ScheduledTask } from '../edges/tasks/schedules.ts';
import type { Role } from '../settings/role-settings.ts';

/** The tasks of a process: what every process does, and what its roles do; each once, where two roles do it. */
export function tasksOfRoles(
  roles: ReadonlySet<Role>,
  tasks: Readonly<Record<Role | 'everywhere', readonly ScheduledTask[]>>,
): ScheduledTask[] {
  return [...new Set([tasks.everywhere, ...[...roles].map((role) => tasks[role])].flat())];
}
