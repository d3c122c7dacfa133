import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import type { ListedBan } from '../domain/kernel/connected-miners.ts';
import { adminSocketName, type AdminActions, openAdminSocket } from '../edges/operator/admin-socket.ts';
import type { Verb } from '../edges/operator/verb.ts';
import { verbs } from '../edges/operator/verbs.ts';
import { operatorTransport } from './operator-actions.ts';
import type { OperatorFiles } from './pool-files.ts';

const ban = (client: string, until: number): ListedBan => ({
  source: `hash of ${client}`,
  client,
  reason: 'refused-login',
  until,
});

describe('commands of several processes', () => {
  let dataDirectory: string;
  const sockets: { close(): Promise<void> }[] = [];
  const asked: string[] = [];
  const open = async (number: number, actions: AdminActions, database = 'embedded'): Promise<void> => {
    const directory = join(dataDirectory, `process-${number}`);
    mkdirSync(directory);
    const named = Object.entries(actions).map(([name, action]): [string, AdminActions[string]] => [
      name,
      async (request) => {
        asked.push(`${number} ${name}`);
        return action(request);
      },
    ]);
    sockets.push(
      await openAdminSocket(join(directory, adminSocketName), {
        ...Object.fromEntries(named),
        which: async () => ({ database }),
      }),
    );
  };
  const run = (name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const verb = verbs.find((each) => each.name === name) as Verb;
    const config = { dataDirectory, stratumProcesses: 3, databaseUrl: undefined } as Config;
    const source = { environment: {}, settings: () => config, actor: () => 'ann' };
    return operatorTransport(source, {} as OperatorFiles).run(verb, input);
  };
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'openlode-commands-'));
    asked.length = 0;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) await socket.close();
    rmSync(dataDirectory, { recursive: true });
  });

  it('asks each of them who is banned, those of another database not, and joins what they answer', async () => {
    await open(1, { 'bans list': async () => [ban('192.0.2.1', 5)] });
    await open(2, { 'bans list': async () => [ban('192.0.2.2', 7)] });
    await open(3, { 'bans list': async () => [ban('192.0.2.3', 9)] }, 'another one');
    expect(await run('bans list', { limit: 9 })).toEqual([ban('192.0.2.2', 7), ban('192.0.2.1', 5)]);
    expect(asked).toEqual(['1 bans list', '2 bans list']);
    expect(await run('bans list', { limit: 1 })).toEqual([ban('192.0.2.2', 7)]);
  });

  it('lifts a ban where it is, and has not lifted it where none has it', async () => {
    await open(1, { 'bans lift': async () => ({ kind: 'not-banned' }) });
    await open(2, { 'bans lift': async () => ({ kind: 'done' }) });
    const input = { source: 'x', reason: 'a mistake' };
    expect(await run('bans lift', input)).toEqual({ kind: 'done' });
    await sockets.pop()?.close();
    expect(await run('bans lift', input)).toEqual({ kind: 'not-banned' });
  });

  it('asks one alone for what any of them answers for all', async () => {
    await open(2, { 'suspensions list': async () => [] });
    await open(3, { 'suspensions list': async () => [] });
    expect(await run('suspensions list', {})).toEqual([]);
    expect(asked).toEqual(['2 suspensions list']);
  });

  it('says that a pool has to run for what only its memory has', async () => {
    await expect(run('bans list', { limit: 9 })).rejects.toThrow('only a running pool can ask its miners');
  });
});
