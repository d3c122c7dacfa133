import { describe, expect, it } from 'vitest';
import type { OutgoingAnswer, OutgoingTransaction } from '../kernel/rail.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { NoWitness, readAllOutgoing, readOutgoing } from './read-outgoing.ts';

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

const read = (answers: readonly OutgoingAnswer[], network = 'DOGE') =>
  readOutgoing(oneRail({ ...anyRail, outgoing: async () => answers }), 0, network);

describe('what the wallets of all networks say has left', () => {
  const networks = ['BTC', 'DOGE', 'XRP'];
  const ofNetwork = (network: string) =>
    answer({ network, transactions: [{ ...sent(`of ${network}`, 1), network }] });

  it('is complete where each network has answered', async () => {
    const rail = { ...anyRail, networks, outgoing: async () => networks.map(ofNetwork) };
    const { transactions, unanswered, isAnswered } = await readAllOutgoing(oneRail(rail), 0);
    expect(transactions.map(({ txid }) => txid)).toEqual(['of BTC', 'of DOGE', 'of XRP']);
    expect([unanswered, isAnswered]).toEqual([[], true]);
  });

  it('names the network whose node is away, behind or missing, and has the others', async () => {
    const asked: (string | undefined)[] = [];
    const outgoing = async (_since: number, network?: string) => {
      asked.push(network);
      if (network === undefined || network === 'XRP') throw new Error('connection refused');
      return network === 'BTC' ? [{ ...ofNetwork('BTC'), isSynced: false }] : [ofNetwork(network)];
    };
    const rail = { ...anyRail, networks, outgoing };
    const { transactions, unanswered, isAnswered } = await readAllOutgoing(oneRail(rail), 0);
    expect(asked).toEqual([undefined, 'BTC', 'DOGE', 'XRP']);
    // What a node knows that is behind has left all the same.
    expect(transactions.map(({ txid }) => txid)).toEqual(['of BTC', 'of DOGE']);
    expect(unanswered).toEqual([
      { network: 'BTC', why: expect.stringMatching(/^no node of BTC is in step/) },
      { network: 'XRP', why: 'connection refused' },
    ]);
    expect(isAnswered).toBe(true);
    const silent = await readAllOutgoing(oneRail({ ...rail, outgoing: async () => [] }), 0);
    expect(silent.isAnswered).toBe(false);
    expect(silent.unanswered).toHaveLength(3);
    expect(silent.unanswered[0]).toEqual({ network: 'BTC', why: 'no wallet of BTC answers' });
  });
});

describe('what the wallet of a network says has left', () => {
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

  it('is no answer where the network that is asked for is missing', async () => {
    await expect(read([], 'DOGE')).rejects.toThrow('no wallet of DOGE answers');
  });
});
