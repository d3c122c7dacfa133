import { expect, it } from 'vitest';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import { nexaHelp } from '../testing/nexa-stand-in.ts';
import { adaptNode } from './adapt-node.ts';

const idem = 'b0621e3efe30485f78ee69b644a131868d50252b96560ee85508be679321a460';
const other = '11'.repeat(32);
/** Of libnexa-ts 3.0.0, without its signatures: they do not count. */
const hex =
  '0002003131313131313131313131313131313131313131313131313131313131313131' +
  '00ffffffffc0c62d0000000000' +
  '00727272727272727272727272727272727272727272727272727272727272727200ffffffff808d5b0000000000' +
  '020100093d0000000000170051140e9477b0df14abb9c019b642205653bd6af75ea000a0c44a00000000001976a91479b000887626b294a914501a4cd226b58b23598388ac00000000';
const outpoint = '7e58fabfeea4831c0bf047ba98636d07eea2935ef19c90a9bddd6963734af894';

function adapted(answers: Readonly<Record<string, unknown>>) {
  const calls: string[] = [];
  const rpc: NodeRpc = {
    call: async (method, params = []) => {
      calls.push(`${method} ${JSON.stringify(params)}`);
      const value = method === 'help' ? nexaHelp.join('\n') : answers[method];
      if (value === undefined) return { kind: 'refused', code: -5, why: 'not known' };
      return { kind: 'result', value };
    },
    close: () => undefined,
  };
  const node = adaptNode({
    name: 'one',
    form: 'nexa',
    rpc,
    wallet: rpc,
    walletName: '',
    own: 'nexa:q',
    maturity: 5000,
  });
  return { ...node, calls };
}

const valueOf = async (asked: Promise<unknown>): Promise<unknown> =>
  ((await asked) as { value: unknown }).value;

it('names coins by their outpoints, and transactions by their idems', async () => {
  const entry = { txid: other, txidem: idem, category: 'send' };
  const { wallet } = adapted({
    listunspent: [{ outpoint, txid: other, txidem: idem, vout: 1, amount: 49_000, scriptPubKey: '76a9' }],
    listtransactions: [entry],
    listsinceblock: { transactions: [entry], lastblock: other },
  });
  expect(await valueOf(wallet.call('listunspent', [1, 9, [], true]))).toMatchObject([
    { txid: outpoint, vout: 0 },
  ]);
  expect(await valueOf(wallet.call('listtransactions', ['*', 9, 0, true]))).toMatchObject([{ txid: idem }]);
  expect(await valueOf(wallet.call('listsinceblock', [other, 1, true]))).toMatchObject({
    transactions: [{ txid: idem }],
  });
});

it('gives blocks with idems, and with the outpoints that each transaction spends', async () => {
  const plain = adapted({ getblock: { hash: other, txid: [other], txidem: [idem] } });
  expect(await valueOf(plain.rpc.call('getblock', [other, 1]))).toMatchObject({ tx: [idem] });
  const spends = [{ outpoint, amount: 1 }];
  const tx = [
    { txid: other, txidem: other, vin: [] },
    { txid: other, txidem: idem, vin: spends },
  ];
  const whole = adapted({ getblock: { hash: other, tx } });
  expect(await valueOf(whole.rpc.call('getblock', [other, 2]))).toEqual({
    hash: other,
    tx: [
      { txid: other, vin: [] },
      { txid: idem, vin: [{ txid: outpoint, vout: 0 }] },
    ],
  });
});

it('asks for an output by the idem and number that its wallet has for the outpoint', async () => {
  const { rpc, calls } = adapted({ gettransaction: { hex, txidem: idem }, gettxout: { confirmations: 3 } });
  expect(await valueOf(rpc.call('gettxout', [outpoint, 0, true]))).toEqual({ confirmations: 3 });
  expect(calls.at(-1)).toBe(`gettxout ["${idem}",1,true]`);
  await rpc.call('gettxout', [idem, 0, true]);
  expect(calls.at(-1)).toBe(`gettxout ["${idem}",0,true]`);
  const unknown = adapted({ gettxout: null });
  await unknown.rpc.call('gettxout', [outpoint, 0, false]);
  expect(unknown.calls.at(-1)).toBe(`gettxout ["${outpoint}",0,false]`);
});

it('says of what waits what Bitcoin Core does', async () => {
  const { rpc, calls } = adapted({
    gettxpoolentry: { size: 1 },
    gettxpoolinfo: { size: 1, txpoolminfee: 10 },
    // In units a kilobyte, where what waits says coins: both are the same there.
    getnetworkinfo: { relayfee: 1000 },
    estimatesmartfee: { feerate: -1, blocks: 1 },
  });
  expect(await valueOf(rpc.call('getmempoolentry', [idem]))).toEqual({ size: 1 });
  expect(await valueOf(rpc.call('getmempoolinfo'))).toMatchObject({ mempoolminfee: 10, minrelaytxfee: 10 });
  expect(await valueOf(rpc.call('estimatesmartfee', [3]))).toEqual({ blocks: 1 });
  expect(calls).toContain(`gettxpoolentry ["${idem}"]`);
});

/** The first input looks at its coin and does not spend it. */
const looking = hex.replace('00020031', '00020131');

it('takes no coin for spent that a transaction of a block looks at and does not spend', async () => {
  const vin = ['31', '72'].map((byte) => ({ outpoint: byte.repeat(32), amount: 1 }));
  const spent = async (tx: object) => {
    const { rpc } = adapted({ getblock: { hash: other, tx: [{ txid: other, txidem: idem, ...tx }] } });
    return (await valueOf(rpc.call('getblock', [other, 2]))) as { tx: { vin: unknown }[] } | undefined;
  };
  expect(await spent({ vin, hex })).toMatchObject({
    tx: [{ vin: [{ txid: '31'.repeat(32) }, { txid: '72'.repeat(32) }] }],
  });
  expect((await spent({ vin, hex: looking }))?.tx[0]?.vin).toEqual([{ txid: '72'.repeat(32), vout: 0 }]);
});

it('reads no block of which an input names no coin, but for the reward', async () => {
  const inputs = async (vin: readonly object[]) => {
    const { rpc } = adapted({ getblock: { hash: other, tx: [{ txid: other, txidem: idem, vin }] } });
    return rpc.call('getblock', [other, 2]);
  };
  expect(await inputs([{ coinbase: '' }])).toMatchObject({ kind: 'result', value: { tx: [{ vin: [] }] } });
  expect(await inputs([{ txid: other, vout: 1 }])).toMatchObject({ kind: 'unanswered' });
});

it('has no coin of a transaction that is not read, and believes no bytes that do not make it', async () => {
  const unread = adapted({ gettransaction: { hex: looking }, gettxout: { confirmations: 3 } });
  expect(await unread.rpc.call('gettxout', [outpoint, 0, true])).toEqual({ kind: 'result', value: null });
  const lying = adapted({ gettransaction: { hex }, gettxout: { confirmations: 3 } });
  expect(await lying.rpc.call('gettxout', [other, 0, true])).toMatchObject({ kind: 'unanswered' });
});
