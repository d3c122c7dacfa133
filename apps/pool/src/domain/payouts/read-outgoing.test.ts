import { describe, expect, it } from 'vitest';
import type { OutgoingAnswer, OutgoingTransaction } from '../kernel/rail.ts';
import { adversarialRail } from '../testing/payouts/adversarial-rail.ts';
import { oneRail } from '../testing/payouts/one-rail.ts';
import { NoWitness, readOutgoing } from './read-outgoing.ts';

const sent = (txid: string, at: number): OutgoingTransaction => ({
  network: 'DOGE',
  txid,
  bytes: new Uint8Array(),
  proof: {},
  label: undefined,
  at,
});

const answer = (more: Partial<OutgoingAnswer>): OutgoingAnswer => ({
  network: 'DOGE',
  node: 'one',
  height: 100,
  isSynced: true,
  transactions: [],
  ...more,
});

const anyRail = adversarialRail({ now: () => 0 }, { below: () => 0, percent: () => false });

const read = (answers: readonly OutgoingAnswer[], network?: string) =>
  readOutgoing(oneRail({ ...anyRail, outgoing: async () => answers }), 0, network);

describe('what the wallets say has left', () => {
  it('is what any node knows, once and the oldest first', async () => {
    const found = await read([
      answer({ transactions: [sent('b', 2), sent('c', 3)] }),
      answer({ node: 'two', height: 95, isSynced: false, transactions: [sent('a', 1), sent('b', 2)] }),
    ]);
    expect(found.map(({ txid }) => txid)).toEqual(['a', 'b', 'c']);
  });

  it('is no answer where the only node is not synced', async () => {
    const asked = read([answer({ isSynced: false })]);
    await expect(asked).rejects.toThrow(NoWitness);
    await expect(asked).rejects.toThrow(
      'no node of DOGE is in step, so it may not know what has left: one is at block 100 and not synced',
    );
  });

  it('is no answer where the node that calls itself synced is far below another', async () => {
    const other = answer({ node: 'two', height: 111, isSynced: false });
    await expect(read([answer({}), other])).rejects.toThrow(
      'one is at block 100, below another one, two is at block 111 and not synced',
    );
    expect(await read([answer({}), { ...other, height: 110 }])).toEqual([]);
  });

  it('is no answer while one network of several has no node in step', async () => {
    await expect(read([answer({}), answer({ network: 'BTC', isSynced: false })])).rejects.toThrow('BTC');
  });

  it('is no answer where the network that is asked for is missing', async () => {
    await expect(read([], 'DOGE')).rejects.toThrow('no wallet of DOGE answers');
  });
});
