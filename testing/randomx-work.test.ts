import { expect, it } from 'vitest';
import { randomxWork } from './randomx-work.ts';

it('logs in to a pool of Monero with the password that its miner was given', () => {
  const subscription = randomxWork.subscription?.('XMR:4A.rig1', 'suite/1.0', 'd=2');
  expect(randomxWork.tongue?.().said('mining.subscribe', subscription)).toEqual({
    method: 'login',
    params: { login: 'XMR:4A.rig1', pass: 'd=2', agent: 'suite/1.0', algo: ['rx/0'] },
  });
});
