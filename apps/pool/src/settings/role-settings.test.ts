import { describe, expect, it } from 'vitest';
import { missingForRoles, readRoleSettings } from './role-settings.ts';
import { SettingReader } from './setting-reader.ts';

function drainOf(text: string | undefined): number | string {
  const settings = new SettingReader({ OPENLODE_DRAIN_SECONDS: text }, '/srv');
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
  it('is half a minute where nothing is said, and whole seconds up to ten minutes', () => {
    expect(drainOf(undefined)).toBe(30_000);
    expect(drainOf('0')).toBe(0);
    expect(drainOf('600')).toBe(600_000);
  });

  it.each(['601', '-1', '1.5', '30s', '1e2'])('is not %s', (text) => {
    expect(drainOf(text)).toBe('OPENLODE_DRAIN_SECONDS must be whole seconds from 0 to 600');
  });
});
