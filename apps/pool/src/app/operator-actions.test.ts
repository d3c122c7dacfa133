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

  describe('that lift a ban', () => {
    const input = { source: 'x', reason: 'a mistake' };
    /** What one of two processes of a database answers and how many bans it has lifted. */
    const lifting = (process: string, lifted: number, others = 1) => ({
      'bans lift': async () => ({
        kind: lifted > 0 ? 'done' : others > 0 ? 'asked' : 'not-banned',
        processes: [{ process, takesMiners: true, lifted }],
        others,
        unanswered: [],
      }),
    });
    const answer = async (): Promise<{ readonly text: string; readonly isDone: boolean | undefined }> => {
      const verb = verbs.find((each) => each.name === 'bans lift') as Verb;
      const outcome = await run('bans lift', input);
      return { text: verb.print(outcome, input), isDone: verb.isDone?.(outcome) };
    };

    it('say in which it was, and in which it was not', async () => {
      await open(1, lifting('process-1', 0));
      await open(2, lifting('process-2', 1));
      expect(await answer()).toEqual({
        text: 'x may connect again: its ban is lifted in process-2.\nNot banned in process-1.',
        isDone: true,
      });
    });

    it('say that nothing was found, and decide nothing where there is no other', async () => {
      await open(1, lifting('process-1', 0));
      await open(2, lifting('process-2', 0));
      expect(await answer()).toEqual({
        text:
          'No ban of x was found.\nNot banned in process-1, process-2.\n' +
          'Nothing was decided: openlode bans list has the bans and their sources.',
        isDone: false,
      });
    });

    it('say how many others look, such as those of another unit or machine', async () => {
      await open(1, lifting('process-1', 0, 3));
      await open(2, lifting('process-2', 0, 3));
      expect(await answer()).toEqual({
        text:
          'No ban of x was found.\nNot banned in process-1, process-2.\n' +
          'Processes that take miners and have not answered: 2. Each lifts such a ban within ten seconds.',
        isDone: true,
      });
    });

    it('say which did not answer, and what the others did', async () => {
      const hangsUp = { 'bans lift': () => Promise.reject(new TypeError('it is confused')) };
      await open(1, hangsUp);
      await open(2, lifting('process-2', 1));
      expect(await answer()).toEqual({
        text:
          'x may connect again: its ban is lifted in process-2.\n' +
          'No answer from process-1: see openlode bans list once it answers.\n' +
          'Processes that take miners and have not answered: 1. Each lifts such a ban within ten seconds.',
        isDone: true,
      });
      await sockets.pop()?.close();
      await expect(answer()).rejects.toThrow('process-1 did not answer: it is confused');
    });
  });

  it('names the process whose answer a list lacks', async () => {
    await open(1, { 'bans list': async () => [ban('192.0.2.1', 5)] });
    await open(2, { 'bans list': () => Promise.reject(new TypeError('it is confused')) });
    await expect(run('bans list', { limit: 9 })).rejects.toThrow(
      'process-2 did not answer: it is confused; what the others have is not all',
    );
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
