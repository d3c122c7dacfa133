import { describe, expect, it } from 'vitest';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { speakToNode } from './speak-to-node.ts';

const txid = 'c0e80642ce2f7e9ccad7b6e7f47357ede8a621b0192ee0ff4c97a5f551af5422';
const block = '5612359294dab4024171f73caa977bd9a78eeb90e055a014bee8988d1703841c';
const other = '63d6cef44d0588bac41678bf51d145b02ffd52457d8d867b6bda5de8bc8ca65d';
const refused = (why: string): RpcOutcome => ({ kind: 'refused', code: -1, why });

/** Answers by call; a list for calls that are answered in turn. Whatever is no outcome is a result. */
function standIn(answers: Readonly<Record<string, unknown>>) {
  const calls: string[] = [];
  const rpc: NodeRpc = {
    call: async (method, params = []) => {
      calls.push(`${method} ${JSON.stringify(params)}`);
      const answer = answers[method];
      if (answer === undefined) return refused(`Method not found: ${method}.`);
      const isOutcome = typeof answer === 'object' && answer !== null && 'kind' in answer;
      return isOutcome ? (answer as RpcOutcome) : { kind: 'result', value: answer };
    },
    close: () => undefined,
  };
  return { rpc, calls };
}

const selected = { selectwallet: null, getwalletinfo: { walletid: 'watch' } };

function speak(node: Readonly<Record<string, unknown>>, wallet: Readonly<Record<string, unknown>> = {}) {
  const parts = { rpc: standIn(node), wallet: standIn(wallet) };
  const spoken = speakToNode({
    name: 'one',
    rpc: parts.rpc.rpc,
    wallet: parts.wallet.rpc,
    walletName: 'watch',
    own: 'rb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpefl3jh',
    maturity: 100,
  });
  return { ...spoken, calls: parts.rpc.calls, walletCalls: parts.wallet.calls };
}

describe('a node of Bitcoin Core', () => {
  it('is asked as it is, and for its help once', async () => {
    const { rpc, wallet, calls, walletCalls } = speak({
      help: { kind: 'unauthorized', why: '' },
      getblock: 1,
    });
    await rpc.call('getblock', [block, 2]);
    await rpc.call('getblock', [block, 2]);
    await wallet.call('listunspent', [2, 9, [], true]);
    const call = `getblock ["${block}",2]`;
    expect(calls).toEqual(['help []', call, call]);
    expect(walletCalls).toEqual(['listunspent [2,9,[],true]']);
  });

  it('answers nothing where it lacks calls, or has not said what it knows', async () => {
    const { rpc } = speak({ help: 'getblock\ngetwalletinfo', getblock: 1 });
    expect(await rpc.call('getblock', [block, 2])).toMatchObject({
      kind: 'unanswered',
      why: expect.stringMatching(
        /^it does not know estimatesmartfee, .*: payouts need a newer release of it$/,
      ),
    });
    const silent: RpcOutcome = { kind: 'busy', why: 'Loading block index' };
    expect(await speak({ help: silent }).rpc.call('getblock')).toEqual(silent);
  });
});

/** Answers are those of bcoin 1.0.2, of its source and of a node that ran. */
describe('a stand-in of bcoin', () => {
  const help = 'Select a command.';

  it('says what a payment costs, or that it does not know', async () => {
    const ask = (answer: unknown) =>
      speak({ help, estimatesmartfee: answer }).rpc.call('estimatesmartfee', [3]);
    expect(await ask({ fee: 0.0001, blocks: 3 })).toEqual({ kind: 'result', value: { feerate: 0.0001 } });
    expect(await ask({ fee: -1, blocks: 3 })).toEqual({ kind: 'result', value: {} });
    expect(await ask(refused('Fee estimation not available.'))).toEqual({ kind: 'result', value: {} });
  });

  it('knows a block that its best branch has lost by another one at its height', async () => {
    const header = { height: 4, confirmations: 3 };
    const ask = (there: string) =>
      speak({ help, getblockheader: header, getblockhash: there }).rpc.call('getblockheader', [block]);
    expect(await ask(block)).toEqual({ kind: 'result', value: header });
    expect(await ask(other)).toEqual({ kind: 'result', value: { height: 4, confirmations: -1 } });
  });

  it('says under the codes of Bitcoin Core that it does not know a block, or what waits', async () => {
    const { rpc } = speak({
      help,
      getblockheader: refused('Block not found'),
      getmempoolentry: refused('Transaction not in mempool.'),
    });
    expect(await rpc.call('getblockheader', [block])).toMatchObject({ kind: 'refused', code: -5 });
    expect(await rpc.call('getmempoolentry', [txid])).toMatchObject({ kind: 'refused', code: -5 });
  });

  const coin = { confirmations: 101, coinbase: true, value: 50 };
  const listed = [{ txid, vout: 0, confirmations: 101 }];

  it('has no coin that something waits to spend: its wallet no longer lists it', async () => {
    const ask = (coins: unknown) =>
      speak({ help, gettxout: coin }, { ...selected, listunspent: coins }).rpc.call('gettxout', [
        txid,
        0,
        true,
      ]);
    expect(await ask(listed)).toEqual({ kind: 'result', value: coin });
    expect(await ask([])).toEqual({ kind: 'result', value: null });
  });

  it('lists no reward that cannot be spent yet', async () => {
    const young = [{ txid, vout: 0, confirmations: 100 }];
    const ask = (coins: unknown, isReward: boolean) =>
      speak(
        { help, gettxout: { ...coin, coinbase: isReward } },
        { ...selected, listunspent: coins },
      ).wallet.call('listunspent', [2, 9_999_999, [], true]);
    expect(await ask(listed, true)).toEqual({ kind: 'result', value: listed });
    expect(await ask(young, true)).toEqual({ kind: 'result', value: [] });
    expect(await ask(young, false)).toEqual({ kind: 'result', value: young });
  });

  it('answers for the wallet that is named, and for no other that was chosen meanwhile', async () => {
    const wallet = { selectwallet: null, getwalletinfo: { walletid: 'primary' }, listtransactions: [] };
    expect(await speak({ help }, wallet).wallet.call('listtransactions', ['*', 1, 0, true])).toMatchObject({
      kind: 'unanswered',
    });
    const none = { ...wallet, selectwallet: refused('Wallet not found.') };
    expect(await speak({ help }, none).wallet.call('getwalletinfo')).toEqual(refused('Wallet not found.'));
  });

  it('holds keys where it takes no address to watch', async () => {
    const ask = (importaddress: unknown) =>
      speak({ help }, { ...selected, getaccount: 'default', importaddress }).wallet.call('getwalletinfo');
    expect(await ask(null)).toEqual({ kind: 'result', value: { private_keys_enabled: false } });
    expect(await ask(refused('Cannot import address into non watch-only wallet.'))).toEqual({
      kind: 'result',
      value: { private_keys_enabled: true },
    });
    // One that it does not watch is not imported: what it had before would be missed.
    const { wallet, walletCalls } = speak({ help }, { ...selected, getaccount: '' });
    await wallet.call('getwalletinfo');
    expect(walletCalls.filter((call) => call.startsWith('importaddress'))).toEqual([]);
  });

  it('lists the newest, what goes to itself as sent, and what is in no block', async () => {
    const entry = (time: number, more: object) => ({ txid, time, amount: -1, category: 'send', ...more });
    const entries = [
      entry(30, { blockhash: null, blockheight: -1, category: 'receive', amount: 0 }),
      entry(10, { blockhash: block, blockheight: 7 }),
      entry(20, { blockhash: block, blockheight: 8 }),
    ];
    const { wallet } = speak({ help }, { ...selected, listtransactions: entries });
    const newest = { txid, time: 30, amount: 0, category: 'send', confirmations: 0, blockhash: null };
    expect(await wallet.call('listtransactions', ['*', 2, 0, true])).toMatchObject({
      value: [{ time: 20, blockheight: 8 }, newest],
    });
    expect(await wallet.call('listtransactions', ['*', 2, 2, true])).toMatchObject({ value: [{ time: 10 }] });
    expect(await wallet.call('listsinceblock', [block, 1, true])).toEqual({
      kind: 'result',
      value: { transactions: [newest] },
    });
  });

  it('has its node print what its wallet cannot print, with the height of its block', async () => {
    const wallet = { ...selected, gettransaction: refused('Invalid integer value.') };
    const known = { hex: '00', blockhash: block };
    const node = { help, getblockheader: { height: 4, confirmations: 1 }, getblockhash: block };
    const ask = (getrawtransaction: unknown) =>
      speak({ ...node, getrawtransaction }, wallet).wallet.call('gettransaction', [txid, true]);
    expect(await ask(known)).toEqual({ kind: 'result', value: { ...known, blockheight: 4 } });
    expect(await ask({ hex: '00' })).toEqual({ kind: 'result', value: { hex: '00', blockhash: null } });
    expect(await ask(refused('Transaction not found.'))).toEqual({
      kind: 'unanswered',
      why: 'it keeps no index of transactions: start it with --index-tx',
    });
    const unknown = { ...selected, gettransaction: refused('TX not found.') };
    expect(await speak(node, unknown).wallet.call('gettransaction', [txid, true])).toMatchObject({
      code: -5,
    });
  });
});
