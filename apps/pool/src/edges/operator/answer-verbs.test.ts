import { describe, expect, it } from 'vitest';
import { answerVerbs, type PoolContexts } from './answer-verbs.ts';
import { verbs } from './verbs.ts';

// Inputs are judged before anything of the pool is touched.
const actions = answerVerbs({} as PoolContexts, {
  database: 'embedded',
  onDecision: async () => undefined,
});
const ask = (name: string, input: unknown, actor: unknown = 'ann') =>
  actions[name]?.({ input, actor }) ?? Promise.reject(new Error(`no ${name}`));

describe('what a running pool answers', () => {
  it('is every verb that needs more than the program of the commands, and two requests of the transport', () => {
    const own = verbs.filter(({ needs }) => needs === 'program').map(({ name }) => name);
    expect(own).toEqual([
      'restore',
      'move-to-postgres',
      'news list',
      'news check',
      'settings check',
      'settings show',
      'config check',
      'doctor',
    ]);
    expect(Object.keys(actions).toSorted()).toEqual(
      [
        ...verbs.map(({ name }) => name).filter((name) => !own.includes(name)),
        'which',
        'backup-was-written',
      ].toSorted(),
    );
  });

  it('refuses inputs that are not those of the verb, and requests without an actor', async () => {
    await expect(ask('payouts list', { limit: 0 })).rejects.toThrow('payouts list cannot be done with this');
    await expect(ask('payouts list', { limit: 5, state: 'gone' })).rejects.toThrow(TypeError);
    await expect(ask('delisted', { more: 1 })).rejects.toThrow(TypeError);
    await expect(ask('payouts hold', { id: '7' })).rejects.toThrow(TypeError);
    await expect(ask('suspensions lift', { network: '*', reason: 'x', acceptedShort: '-1' })).rejects.toThrow(
      TypeError,
    );
    await expect(ask('backup', { file: 'here' })).rejects.toThrow(TypeError);
    await expect(ask('delisted', {}, undefined)).rejects.toThrow(TypeError);
  });

  it('approves nothing where it is not said in just one way which payouts are meant', async () => {
    const nothing = { kind: 'nothing-named' };
    expect(await ask('payouts approve', { ids: [], reason: 'x' })).toEqual(nothing);
    expect(await ask('payouts approve', { ids: ['7'], all: true, reason: 'x' })).toEqual(nothing);
  });
});
