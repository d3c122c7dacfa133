import { expect, it } from 'vitest';
import type { ScheduledTask } from '../edges/tasks/schedules.ts';
import { tasksOfRoles } from './tasks-of-roles.ts';

const task = (name: string): ScheduledTask => ({ name, pattern: '* * * * * *', run: async () => undefined });
const submit = task('submit');
const tasks = {
  everywhere: [task('clock')],
  web: [],
  stratum: [submit, task('statistics')],
  tasks: [submit, task('credit')],
  treasury: [task('pay')],
};
const namesOf = (...roles: ('web' | 'stratum' | 'tasks' | 'treasury')[]): string[] =>
  tasksOfRoles(new Set(roles), tasks).map(({ name }) => name);

it('a process does the tasks of its roles, and those of every process, each once', () => {
  expect(namesOf('web')).toEqual(['clock']);
  expect(namesOf('stratum')).toEqual(['clock', 'submit', 'statistics']);
  expect(namesOf('tasks', 'treasury')).toEqual(['clock', 'submit', 'credit', 'pay']);
  expect(namesOf('web', 'stratum', 'tasks', 'treasury')).toEqual([
    'clock',
    'submit',
    'statistics',
    'credit',
    'pay',
  ]);
});
