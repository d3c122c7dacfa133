import { describe, expect, it } from 'vitest';
import { missingForRoles, readRoleSettings } from './role-settings.ts';
import { SettingReader } from './setting-reader.ts';

function drainOf(text: string | undefined, processes = '1'): number | string {
  const settings = new SettingReader(
    {
      OPENLODE_DRAIN_SECONDS: text,
      OPENLODE_STRATUM_PROCESSES: processes,
      OPENLODE_ROLES: 'stratum',
    },
    '/srv',
  );
  const { drainMs } = readRoleSettings(settings);
  try {
    settings.refuseFaults();
    return drainMs;
  } catch (error) {
    return (error as Error).message;
  }
}

function rolesOf(text: string | undefined): { roles: string[]; faults: string | undefined } {
  const settings = new SettingReader({ OPENLODE_ROLES: text }, '/srv');
  const { roles } = readRoleSettings(settings);
  try {
    settings.refuseFaults();
    return { roles: [...roles], faults: undefined };
  } catch (error) {
    return { roles: [...roles], faults: (error as Error).message };
  }
}

describe('OPENLODE_ROLES', () => {
  it('are all of them where nothing is said', () => {
    const all = ['web', 'stratum', 'tasks', 'treasury'];
    expect(rolesOf(undefined)).toEqual({ roles: all, faults: undefined });
    expect(rolesOf(' ')).toEqual({ roles: all, faults: undefined });
  });

  it('are those that are named, in any order, with blanks and twice', () => {
    expect(rolesOf('stratum, web,web')).toEqual({ roles: ['web', 'stratum'], faults: undefined });
  });

  it('name no other', () => {
    expect(rolesOf('web,minig').faults).toBe(
      'OPENLODE_ROLES names minig, but the roles of a process are: web, stratum, tasks, treasury',
    );
    expect(rolesOf('all').faults).toBe(
      'OPENLODE_ROLES names all, but the roles of a process are: web, stratum, tasks, treasury',
    );
  });

  it('need a PostgreSQL, a Redis and nodes where they are not all of them', () => {
    const whole = { database: true, redis: true, nodes: true };
    const part = new Set(['web'] as const);
    expect(missingForRoles(part, whole)).toBeUndefined();
    expect(missingForRoles(part, { ...whole, nodes: false })).toContain('which a sandbox cannot be');
    expect(missingForRoles(part, { ...whole, redis: false })).toContain('(REDIS_URL)');
    expect(missingForRoles(part, { ...whole, database: false })).toContain('(DATABASE_URL)');
    const all = new Set(['web', 'stratum', 'tasks', 'treasury'] as const);
    expect(missingForRoles(all, { database: false, redis: false, nodes: false })).toBeUndefined();
  });
});

describe('OPENLODE_DRAIN_SECONDS', () => {
  it('is whole seconds up to ten minutes; where nothing is said none, and half a minute where processes share their ports', () => {
    expect(drainOf(undefined)).toBe(0);
    expect(drainOf(undefined, '2')).toBe(30_000);
    expect(drainOf('0', '2')).toBe(0);
    expect(drainOf('0')).toBe(0);
    expect(drainOf('600')).toBe(600_000);
  });

  it.each(['601', '-1', '1.5', '30s', '1e2'])('is not %s', (text) => {
    expect(drainOf(text)).toBe('OPENLODE_DRAIN_SECONDS must be whole seconds from 0 to 600');
  });
});

describe('OPENLODE_STRATUM_PROCESSES', () => {
  const processesOf = (count: string, roles: string): number | string => {
    const settings = new SettingReader({ OPENLODE_STRATUM_PROCESSES: count, OPENLODE_ROLES: roles }, '/srv');
    const { stratumProcesses } = readRoleSettings(settings);
    try {
      settings.refuseFaults();
      return stratumProcesses;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is one where nothing is said, and more for miners alone', () => {
    expect(processesOf('', '')).toBe(1);
    expect(processesOf('1', 'web,stratum')).toBe(1);
    expect(processesOf('4', 'stratum')).toBe(4);
    const alone =
      'OPENLODE_STRATUM_PROCESSES needs OPENLODE_ROLES=stratum: the other roles are in processes of their own';
    expect(processesOf('2', 'stratum,web')).toBe(alone);
    expect(processesOf('2', '')).toBe(alone);
  });

  it.each(['0', '17', 'two', '-1'])('is not %s', (count) => {
    expect(processesOf(count, 'stratum')).toBe(
      'OPENLODE_STRATUM_PROCESSES must be a number of processes from 1 to 16',
    );
  });
});
