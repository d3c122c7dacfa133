import { describe, expect, it } from 'vitest';
import { arrivedOutput } from './arrived-output.ts';
import { FakeNode, litecoinFacts, scriptOfOwn } from './testing/fake-nodes.ts';

const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const own = scriptOfOwn(address);
const name = { txid: 'ab'.repeat(32), output: 1 };
const settings = { facts: litecoinFacts, network: 'regtest', own: [address], confirmations: 6 } as const;

const output = (more: Readonly<Record<string, unknown>> = {}) => ({
  confirmations: 6,
  coinbase: false,
  value: 1.25,
  scriptPubKey: { hex: Buffer.from(own).toString('hex') },
  ...more,
});

/** What nodes say that answer these. */
function ask(...answers: readonly (object | null)[]) {
  const nodes = answers.map((answer, at) => {
    const node = new FakeNode(`node ${at}`, own);
    node.answers.set('gettxout', (params) => {
      expect(params).toEqual([name.txid, 1, true]);
      return { kind: 'result', value: answer };
    });
    return node;
  });
  return {
    nodes,
    said: () =>
      arrivedOutput(
        nodes.map(({ railNode }) => railNode),
        name,
        settings,
      ),
  };
}

describe('an output that should have come in', () => {
  it('has, where all nodes have it as an own one, unspent and deep enough', async () => {
    expect(await ask(output(), output({ confirmations: 7 })).said()).toEqual({
      kind: 'arrived',
      amount: 125n * 10n ** 16n,
    });
    expect(await ask(output()).said()).toMatchObject({ kind: 'arrived' });
  });

  it.each([
    ['no node has it', null, 'no node has it among what can be spent: it is not there, or spent'],
    [
      'it pays another',
      output({ scriptPubKey: { hex: `0014${'00'.repeat(20)}` } }),
      'it pays no address of the wallet',
    ],
    ['a block made it', output({ coinbase: true }), 'it is the reward of a block'],
    ['it is young', output({ confirmations: 5 }), 'it is 5 blocks deep, and 6 are needed'],
  ])('has not where %s, by the word of one of them', async (_case, answer, why) => {
    expect(await ask(output(), answer).said()).toEqual({ kind: 'not-arrived', why });
  });

  it('is not known where nodes disagree, too few answer, or one is of another chain or behind', async () => {
    await expect(ask(output(), output({ value: 1.26 })).said()).rejects.toThrow('do not agree');
    const alone = ask(output(), output());
    alone.nodes[1]?.answers.set('gettxout', () => ({ kind: 'refused', code: -28, why: 'loading' }));
    await expect(alone.said()).rejects.toThrow('too few nodes say what became of it: node 1: loading');
    const foreign = ask(output(), output());
    foreign.nodes[0]?.answers.set('getblockhash', () => ({ kind: 'result', value: '00'.repeat(32) }));
    await expect(foreign.said()).rejects.toThrow('too few nodes');
    const behind = ask(output());
    behind.nodes[0]?.answers.set('getnetworkinfo', () => ({
      kind: 'result',
      value: { connections: 0, subversion: '/fake/' },
    }));
    await expect(behind.said()).rejects.toThrow('too few nodes');
  });
});
