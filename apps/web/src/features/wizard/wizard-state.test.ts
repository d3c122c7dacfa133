import { describe, expect, it } from 'vitest';
import {
  type Hardware,
  next,
  noAnswers,
  pathOf,
  type StepName,
  type WizardChoice,
  type WizardState,
} from './wizard-state.ts';

const start: WizardState = { step: 'mode', answers: noAnswers };

const choices = {
  algorithm: { kind: 'algorithm', algorithm: 'kawpow' },
  coin: { kind: 'coin', coin: 'DOGE' },
  address: { kind: 'address', address: 'D1' },
  region: { kind: 'region', region: 'eu.example.org' },
  port: { kind: 'port', port: { port: 3333, transport: 'tcp' } },
  worker: { kind: 'worker', worker: 'attic' },
  referral: { kind: 'referral', referral: null },
} as const satisfies Partial<Record<StepName, WizardChoice>>;

function walk(mode: 'basic' | 'advanced', hardware: Hardware, only: string | null): readonly WizardState[] {
  const states = [start];
  let state = next(start, { kind: 'mode', mode, randomWorker: 'rig-abcdefgh' });
  states.push(state);
  state = next(state, { kind: 'hardware', hardware, only });
  states.push(state);
  while (state.step !== 'final') {
    const choice = (choices as Partial<Record<StepName, WizardChoice>>)[state.step];
    if (choice === undefined || states.length > 12) throw new Error(`stuck at ${state.step}`);
    state = next(state, choice);
    states.push(state);
  }
  return states;
}

const paths = [
  ['basic', 'gpu', null, 'mode hardware algorithm coin address referral final'],
  ['basic', 'gpu', 'kawpow', 'mode hardware coin address referral final'],
  ['basic', 'cpu', 'randomx', 'mode hardware coin address referral final'],
  ['basic', 'cpu', null, 'mode hardware algorithm coin address referral final'],
  ['basic', 'sandbox', 'sha256', 'mode hardware coin address referral final'],
  ['basic', 'sandbox', null, 'mode hardware algorithm coin address referral final'],
  ['advanced', 'gpu', null, 'mode hardware algorithm coin address region port worker referral final'],
  ['advanced', 'gpu', 'kawpow', 'mode hardware coin address region port worker referral final'],
  ['advanced', 'cpu', 'randomx', 'mode hardware coin address region port worker referral final'],
  ['advanced', 'cpu', null, 'mode hardware algorithm coin address region port worker referral final'],
  ['advanced', 'sandbox', 'scrypt', 'mode hardware coin address region port worker referral final'],
  ['advanced', 'sandbox', null, 'mode hardware algorithm coin address region port worker referral final'],
] as const;

describe('the wizard', () => {
  it.each(paths)(
    'leads in %s mode on a %s, automatic algorithm %s [wizard-01]',
    (mode, hardware, only, steps) => {
      const states = walk(mode, hardware, only);
      expect(states.map(({ step }) => step).join(' ')).toBe(steps);
      const last = states.at(-1)?.answers;
      expect(last?.hardware).toBe(hardware);
      expect(last?.algorithm).toBe(only ?? 'kawpow');
      expect(last?.worker).toBe(mode === 'basic' ? 'rig-abcdefgh' : 'attic');
      expect(last?.region).toBe(mode === 'basic' ? null : 'eu.example.org');
      expect(last?.port).toEqual(mode === 'basic' ? null : { port: 3333, transport: 'tcp' });
    },
  );

  it('asks 6 or 9 questions, 5 or 8 with an automatic algorithm [wizard-01]', () => {
    const questions = (mode: 'basic' | 'advanced', automatic: boolean) =>
      pathOf({ mode, automatic }).filter((step) => step !== 'final').length;
    expect([questions('basic', false), questions('advanced', false)]).toEqual([6, 9]);
    expect([questions('basic', true), questions('advanced', true)]).toEqual([5, 8]);
  });

  it.each(paths)(
    'goes back the way it came in %s mode on a %s, automatic %s',
    (mode, hardware, only, steps) => {
      let state = walk(mode, hardware, only).at(-1) ?? start;
      const back = [state.step];
      while (state.step !== 'mode') {
        state = next(state, { kind: 'back' });
        back.push(state.step);
      }
      expect(back.toReversed().join(' ')).toBe(steps);
      expect(next(state, { kind: 'back' }).step).toBe('mode');
    },
  );

  it('goes back over what was not asked: from the coin to the hardware, from the code to the address [wizard-04]', () => {
    const { answers } = walk('basic', 'cpu', 'randomx').at(-1) ?? start;
    expect(next({ step: 'coin', answers }, { kind: 'back' }).step).toBe('hardware');
    expect(next({ step: 'referral', answers }, { kind: 'back' }).step).toBe('address');
    const all = walk('advanced', 'gpu', null).at(-1)?.answers ?? noAnswers;
    expect(next({ step: 'coin', answers: all }, { kind: 'back' }).step).toBe('algorithm');
    expect(next({ step: 'referral', answers: all }, { kind: 'back' }).step).toBe('worker');
  });

  it('never goes past the first question without an answer', () => {
    const half = walk('advanced', 'gpu', null)[4] ?? start;
    expect(half.step).toBe('address');
    expect(next(half, { kind: 'go', step: 'final' }).step).toBe('address');
    expect(next(half, { kind: 'go', step: 'hardware' }).step).toBe('hardware');
    expect(next(start, { kind: 'go', step: 'final' }).step).toBe('mode');
    const basic = walk('basic', 'cpu', 'randomx').at(-1) ?? start;
    expect(next(basic, { kind: 'go', step: 'worker' }).step).toBe('address');
    expect(next({ ...basic, step: 'mode' }, { kind: 'go', step: 'final' }).step).toBe('final');
  });

  it('asks again for what hung on an answer that changed', () => {
    const { answers } = walk('advanced', 'gpu', null).at(-1) ?? start;
    const otherCoin = next({ step: 'coin', answers }, { kind: 'coin', coin: 'XRP' });
    expect(otherCoin.answers.address).toBeNull();
    expect(next(otherCoin, { kind: 'go', step: 'final' }).step).toBe('address');
    const sameCoin = next({ step: 'coin', answers }, { kind: 'coin', coin: 'DOGE' });
    expect(sameCoin.answers.address).toBe('D1');
    const other = next({ step: 'algorithm', answers }, { kind: 'algorithm', algorithm: 'ethash' });
    expect(other.answers.port).toBeNull();
    expect(next(other, { kind: 'go', step: 'final' }).step).toBe('region');
    const sandbox = next(
      { step: 'hardware', answers },
      { kind: 'hardware', hardware: 'sandbox', only: 'sha256' },
    );
    expect(sandbox.step).toBe('coin');
    expect(sandbox.answers).toMatchObject({ algorithm: 'sha256', automatic: true, coin: 'DOGE', port: null });
    expect(next(sandbox, { kind: 'go', step: 'final' }).step).toBe('region');
    const basic = next({ step: 'mode', answers }, { kind: 'mode', mode: 'basic', randomWorker: 'rig-x' });
    expect(basic.answers).toMatchObject({ worker: 'rig-x', region: null, port: null });
  });

  it('takes no answer to a question that was not asked', () => {
    expect(next(start, choices.coin)).toBe(start);
  });
});

describe('the recommended start', () => {
  const recommended: WizardChoice = {
    kind: 'recommended',
    hardware: 'sandbox',
    algorithm: 'sha256',
    randomWorker: 'rig-abcdefgh',
  };

  it('answers mode, hardware and algorithm at once, and asks for the coin next', () => {
    const { step, answers } = next(start, recommended);
    expect(step).toBe('coin');
    expect(answers).toMatchObject({
      mode: 'basic',
      hardware: 'sandbox',
      algorithm: 'sha256',
      automatic: true,
      worker: 'rig-abcdefgh',
      recommended: true,
      answered: ['mode', 'hardware'],
    });
    expect(
      next({ step: 'hardware', answers }, { kind: 'hardware', hardware: 'cpu', only: null }).answers
        .recommended,
    ).toBe(false);
    expect(pathOf(answers)).toEqual(['mode', 'hardware', 'coin', 'address', 'referral', 'final']);
  });

  it('keeps coin and address that were answered before', () => {
    const before = next(next(next(start, recommended), choices.coin), choices.address).answers;
    expect(next({ step: 'mode', answers: before }, recommended).answers).toMatchObject({
      coin: 'DOGE',
      address: 'D1',
      worker: 'rig-abcdefgh',
    });
  });
});

describe('an address of another coin', () => {
  it('changes the coin and stays at its question', () => {
    const answers = {
      ...noAnswers,
      mode: 'basic',
      hardware: 'sandbox',
      algorithm: 'sha256',
      automatic: true,
      coin: 'BTC',
      address: 'bc1q',
      answered: ['mode', 'hardware', 'coin', 'address'],
    } as const;
    const after = next({ step: 'address', answers }, { kind: 'coin-of-address', coin: 'DOGE' });
    expect(after.step).toBe('address');
    expect(after.answers).toMatchObject({ coin: 'DOGE', address: null, algorithm: 'sha256' });
    expect(after.answers.answered).toEqual(['mode', 'hardware', 'coin']);
    expect(next(after, { kind: 'address', address: 'D1' })).toMatchObject({
      step: 'referral',
      answers: { coin: 'DOGE', address: 'D1' },
    });
  });
});
