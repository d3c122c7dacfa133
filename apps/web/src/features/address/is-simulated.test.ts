import {
  ownerEventExample,
  payoutEventExample,
  rewardEventExample,
  workerEventExample,
} from '@openlode/contracts/examples/account-events';
import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { describe, expect, it } from 'vitest';
import { isSimulated } from './is-simulated.ts';

const sandbox = { payouts: true, isSimulatedWork: (code: string) => code === 'etchash' };
const real = { payouts: false, isSimulatedWork: () => false };
const events = [rewardEventExample, workerEventExample, payoutEventExample, ownerEventExample];

function withBlock(hash: string): AccountEvent {
  if (rewardEventExample.event !== 'reward') throw new Error('the example is no reward');
  const lines = rewardEventExample.data.receipt?.lines ?? [];
  const receipt = { lines: lines.map((line) => ({ ...line, block: { hash, height: 1 } })) };
  return { ...rewardEventExample, data: { ...rewardEventExample.data, algorithm: 'scrypt', receipt } };
}

describe('isSimulated', () => {
  it('marks work of simulated algorithms and the payouts of a sandbox, never what an owner did', () => {
    expect(events.map((event) => isSimulated(event, sandbox))).toEqual([true, true, true, false]);
  });

  it('marks nothing on a pool that simulates nothing', () => {
    expect(events.map((event) => isSimulated(event, real))).toEqual([false, false, false, false]);
  });

  it('marks a worker of the fleet on an algorithm that is mined here now', () => {
    if (workerEventExample.event !== 'worker') throw new Error('the example is no worker');
    const { data } = workerEventExample;
    const verified = { ...workerEventExample, data: { ...data, algorithm: 'scrypt' } };
    expect(isSimulated(verified, sandbox)).toBe(false);
    expect(isSimulated({ ...verified, data: { ...verified.data, simulated: true } }, sandbox)).toBe(true);
  });

  it('knows the fleet’s past on a verified algorithm by its blocks', () => {
    const hash = `73696d756c61746564${'0'.repeat(46)}`;
    expect(isSimulated(withBlock(hash), sandbox)).toBe(true);
    expect(isSimulated(withBlock('a'.repeat(64)), sandbox)).toBe(false);
  });
});
