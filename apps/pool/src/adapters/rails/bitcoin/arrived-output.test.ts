import { describe, expect, it } from 'vitest';
import { arrivedOutput } from './arrived-output.ts';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { outputScript } from '@openlode/mining/address-payment';
import { readTransaction } from './read-transaction.ts';
import { depositOf, FakeNode, litecoinFacts, scriptOfOwn } from './testing/fake-nodes.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { inForm, paidChain } from './testing/payments-in-form.ts';

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
    [
      'it holds a token of Bitcoin Cash',
      output({ tokenData: { category: 'cd'.repeat(32), amount: '1' } }),
      'it holds a token, and such an output is not spent here',
    ],
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

describe('an output to a key hash', () => {
  const hashed = 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r';
  const script = outputScript(keyHashFacts.networks.regtest.addresses, hashed) ?? new Uint8Array();
  const [deposit, foreign] = [depositOf(script, 5n, 1), depositOf(own, 5n, 2)];
  /** Spends the first output of another one, and pays the address. */
  const spending = (of: { readonly txid: string }) => {
    const txid = Uint8Array.from(Buffer.from(of.txid, 'hex'));
    const finalScriptSig = Uint8Array.of(1, 2);
    const bytes = RawOldTx.encode({
      version: 2,
      inputs: [{ txid, index: 0, finalScriptSig, sequence: 0xffff_ffff }],
      outputs: [{ amount: 4n, script }],
      lockTime: 0,
    });
    return { txid: readTransaction(bytes).txid, hex: Buffer.from(bytes).toString('hex'), value: 4n };
  };
  const said = (known: readonly { readonly txid: string; readonly hex: string }[]) => {
    const node = new FakeNode('one', script);
    node.listed = known.map((each) => ({ ...each, value: 4n }));
    node.answers.set('gettxout', () => ({
      kind: 'result',
      value: output({ scriptPubKey: { hex: Buffer.from(script).toString('hex') } }),
    }));
    const output0 = { txid: known[0]?.txid ?? '', output: 0 };
    return arrivedOutput([node.railNode], output0, { ...settings, facts: keyHashFacts, own: [hashed] });
  };

  it('is change and no income where its transaction spends a coin of the pool, under whatever id', async () => {
    expect(await said([spending(deposit), deposit])).toEqual({
      kind: 'not-arrived',
      why: 'its transaction spends coins of the pool: it is change',
    });
    expect(await said([spending(foreign), foreign])).toMatchObject({ kind: 'arrived' });
    expect(await said([spending(foreign)])).toMatchObject({ kind: 'arrived' });
  });
});

describe('an output of Nexa', () => {
  const facts = paidChain('NEXA');
  const hashed = 'nexareg:qp63uahgrxged4z5jswyt5dn5v3lzsem6c35dxzyvd';
  const script = outputScript(facts.networks.regtest.addresses, hashed) ?? new Uint8Array();
  const bytes = inForm(Uint8Array.from(Buffer.from(depositOf(script, 400n, 1).hex, 'hex')), 'nexa');
  const read = readTransaction(bytes, 'nexa');
  const said = (txid: string, of = bytes) => {
    const node = new FakeNode('one', script);
    const hex = Buffer.from(of).toString('hex');
    node.answers.set('getblockhash', () => ({ kind: 'result', value: facts.networks.regtest.genesis }));
    node.answers.set('gettransaction', () => ({ kind: 'result', value: { hex } }));
    node.answers.set('gettxout', () => ({
      kind: 'result',
      value: output({ value: 4, scriptPubKey: { hex: Buffer.from(script).toString('hex') } }),
    }));
    const name = { txid, output: 0 };
    return arrivedOutput([{ ...node.railNode, form: 'nexa' }], name, { ...settings, facts, own: [hashed] });
  };

  it('has come in under its idem alone, so that it counts once', async () => {
    expect(await said(read.txid)).toEqual({ kind: 'arrived', amount: 4n * 10n ** 18n });
    const [made = ''] = read.made ?? [];
    for (const alias of [made.slice(0, 64), 'ab'.repeat(32)])
      await expect(said(alias)).rejects.toThrow(`it gives ${read.txid} for ${alias}`);
  });

  it('has not where its type makes it another script than that of the address', async () => {
    const other = Uint8Array.from(bytes);
    // Of its only output: behind that come its type, 8 bytes of an amount, the script with its length, and a lock time.
    const at = bytes.length - 4 - 26 - 8 - 1;
    other[at] = 1;
    expect(await said(readTransaction(other, 'nexa').txid, other)).toEqual({
      kind: 'not-arrived',
      why: 'it pays no address of the wallet',
    });
  });
});
