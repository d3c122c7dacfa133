// @vitest-environment happy-dom
import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import { describe, expect, it } from 'vitest';
import { noAnswers } from '../wizard-state.ts';
import { listPrograms, planSetup } from './plan-setup.ts';

const find = (code: string) => {
  const found = algorithmListExample.data.find((each) => each.code === code);
  if (found === undefined) throw new Error(`the example has no ${code}`);
  return found;
};
const answers = { ...noAnswers, coin: 'DOGE', address: 'D1:77', worker: 'rig', referral: 'abcd-1234' };

describe('a setup', () => {
  it('tells programs the answers, the memo behind the address', () => {
    const port = { port: 4443, transport: 'tls' } as const;
    expect(planSetup({ ...answers, port }, find('scrypt'))).toEqual({
      transport: 'tls',
      values: {
        coin: 'DOGE',
        address: 'D1:77',
        memo: null,
        worker: 'rig',
        referralCode: 'abcd-1234',
        host: 'scrypt.pool.example',
        port: 4443,
      },
    });
  });

  it('makes up no port where nothing listens', () => {
    const { transport, values } = planSetup(answers, find('etchash'));
    expect([transport, values.host, values.port]).toEqual(['tcp', 'etchash.pool.example', 'PORT']);
  });

  it('goes to every program that fits the machine', () => {
    const setup = planSetup(answers, find('etchash'));
    const programs = listPrograms(setup, 'etchash', { hardware: 'gpu', vendor: 'NVIDIA', system: 'linux' });
    expect(programs.map(({ program }) => program.name)).toContain('lolMiner');
    for (const each of programs)
      expect([each.values, each.transport, each.system]).toEqual([setup.values, 'tcp', 'linux']);
  });
});
