import type { Login } from '@openlode/mining/user-string';
import { describe, expect, it } from 'vitest';
import { easyRules } from '../testing/session-kit.ts';
import { admitLogin, type LoginRequest } from './admit-login.ts';
import { countFault } from './count-fault.ts';
import { newSessionCore, type SessionCore } from './session-state.ts';

const loginOf = (worker: string): Login => ({
  coin: 'DOGE',
  network: 'dogecoin',
  address: 'D1',
  memo: null,
  worker,
  referralCode: null,
});
const asked: string[] = [];
/** `easyRules` let four workers onto a connection. */
const env = {
  rules: easyRules,
  login: (text: string, field?: string) => {
    asked.push(text);
    return text.startsWith('DOGE:')
      ? ({ kind: 'login', login: loginOf(field ?? text.split('.')[1] ?? '') } as const)
      : ({ kind: 'unknown-coin', coin: 'NOPE' } as const);
  },
};
const admit = (state: SessionCore, request: Partial<LoginRequest>) =>
  admitLogin(state, { text: 'DOGE:D1.rig1', password: 'x', ...request }, env);

/** A session with these workers. */
function withWorkers(count: number): SessionCore {
  let state = newSessionCore();
  for (let index = 1; index <= count; index++) {
    const answer = admit(state, { text: `DOGE:D1.rig${index}` });
    if (answer.kind === 'admitted') ({ state } = answer);
  }
  return state;
}

describe('a login', () => {
  it('is the first of its connection once', () => {
    const first = admit(newSessionCore(), {});
    expect(first).toMatchObject({ kind: 'admitted', isFirst: true, login: { worker: 'rig1' } });
    expect(first.effects).toEqual([{ kind: 'authorized', login: loginOf('rig1') }]);
    const second = admit(withWorkers(1), { text: 'DOGE:D1.rig2' });
    expect(second).toMatchObject({ kind: 'admitted', isFirst: false, login: { worker: 'rig2' } });
  });

  it('that is known is not looked up again, and is counted until it is too often', () => {
    const state = withWorkers(1);
    asked.length = 0;
    const kinds = Array.from({ length: 5 }, () => admit(state, {})).map(({ kind }) => kind);
    expect(kinds).toEqual(['admitted', 'admitted', 'admitted', 'admitted', 'refused']);
    expect(asked).toEqual([]);
    expect(admit(state, {})).toEqual({
      kind: 'refused',
      errorCode: 20,
      text: 'Too many logins of workers that are logged in already',
      notice: false,
      effects: [],
    });
  });

  it('beyond the workers of a connection is refused, and the connection goes on', () => {
    const state = withWorkers(4);
    expect(admit(state, { text: 'DOGE:D1.rig5' })).toEqual({
      kind: 'refused',
      errorCode: 20,
      text: 'More than 4 workers on one connection: open another one',
      notice: false,
      effects: [],
    });
    expect(admit(state, { text: 'DOGE:D1.rig4' }).kind).toBe('admitted');
  });

  it('that is refused closes a connection without workers, and no other', () => {
    const refused = { kind: 'refused', text: 'NOPE:1', outcome: { kind: 'unknown-coin', coin: 'NOPE' } };
    const closes = { kind: 'disconnect', reason: 'login-refused' };
    expect(admit(newSessionCore(), { text: 'NOPE:1' })).toMatchObject({
      errorCode: 24,
      text: 'This pool does not pay NOPE',
      notice: true,
    });
    expect(admit(newSessionCore(), { text: 'NOPE:1' }).effects).toEqual([refused, closes]);
    expect(admit(withWorkers(1), { text: 'NOPE:1' }).effects).toEqual([refused]);
  });

  it('is a text of at most 512 characters: what is longer is not looked at', () => {
    const longest = `DOGE:${'a'.repeat(507)}`;
    expect(admit(newSessionCore(), { text: longest }).kind).toBe('admitted');
    asked.length = 0;
    expect(admit(newSessionCore(), { text: `${longest}a` })).toMatchObject({
      errorCode: 24,
      text: 'Address and memo are longer than 512 characters',
    });
    for (const text of [undefined, null, 7, ['DOGE:D1'], { text: 'DOGE:D1' }])
      expect(admit(newSessionCore(), { text })).toMatchObject({
        errorCode: 24,
        text: 'No login: use COIN:ADDRESS.WORKER',
      });
    expect(asked).toEqual([]);
  });

  it('with a worker in a field of its own is another one for each worker', () => {
    const first = admit(newSessionCore(), { workerField: 'a' });
    if (first.kind !== 'admitted') throw new Error('it is refused');
    expect(first.login.worker).toBe('a');
    expect(admit(first.state, { workerField: 'b' })).toMatchObject({
      login: { worker: 'b' },
      isFirst: false,
    });
    // Anything but a text is no worker.
    expect(admit(first.state, { workerField: 5 })).toMatchObject({ login: { worker: 'rig1' } });
  });

  it('asks for a difficulty in its password, within the bounds of the port; without one nothing changes', () => {
    const stateOf = (password: unknown): Partial<SessionCore> => {
      const answer = admit({ ...newSessionCore(), asked: 9n, floor: 9n }, { password });
      return answer.kind === 'admitted' ? { asked: answer.state.asked, floor: answer.state.floor } : {};
    };
    // 2^32 hashes.
    const one = 1n << 32n;
    expect(stateOf('d=1')).toEqual({ asked: one, floor: one });
    expect(stateOf('x,d=0.0000000000001')).toEqual({ asked: 2n, floor: 2n });
    expect(stateOf('d=999999999')).toEqual({ asked: 1n << 50n, floor: 1n << 50n });
    for (const password of ['x', 'd=', 'd=-1', undefined, 7])
      expect(stateOf(password)).toEqual({ asked: 9n, floor: 9n });
  });
});

describe('a fault', () => {
  it('ends a connection without workers at once where it is no JSON: it speaks another protocol', () => {
    expect(countFault(newSessionCore(), 'unreadable', easyRules)).toEqual([
      { kind: 'disconnect', reason: 'not-stratum' },
    ]);
    expect(countFault(newSessionCore(), 'shape', easyRules)).toEqual([]);
    expect(countFault(withWorkers(1), 'unreadable', easyRules)).toEqual([]);
  });

  it('is borne four times in a row', () => {
    const state = withWorkers(1);
    const ends = Array.from({ length: 6 }, () => countFault(state, 'shape', easyRules).length);
    expect(ends).toEqual([0, 0, 0, 0, 1, 1]);
  });
});
