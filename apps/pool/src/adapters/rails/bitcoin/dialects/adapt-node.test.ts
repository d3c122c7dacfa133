import { describe, expect, it } from 'vitest';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { adaptNode } from './adapt-node.ts';

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

function adapt(node: Readonly<Record<string, unknown>>, wallet: Readonly<Record<string, unknown>> = {}) {
  const parts = { rpc: standIn(node), wallet: standIn(wallet) };
  const adapted = adaptNode({
    name: 'one',
    rpc: parts.rpc.rpc,
    wallet: parts.wallet.rpc,
    walletName: 'watch',
    own: 'rb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpefl3jh',
    maturity: 100,
  });
  return { ...adapted, calls: parts.rpc.calls, walletCalls: parts.wallet.calls };
}

describe('a node of Bitcoin Core', () => {
  it('is asked as it is, and for its help once', async () => {
    const help =
      'estimatesmartfee\ngetaddressinfo\ngetbalances\nlistwallets\ngetblockheader\ngetmempoolentry\ngetmempoolinfo\ngettransaction\ngettxout\ngetwalletinfo\nlistsinceblock\nlisttransactions\nlistunspent\nsendrawtransaction';
    const { rpc, wallet, calls, walletCalls } = adapt({ help, getblock: 1 });
    await rpc.call('getblock', [block, 2]);
    await rpc.call('getblock', [block, 2]);
    await wallet.call('listunspent', [2, 9, [], true]);
    const call = `getblock ["${block}",2]`;
    expect(calls).toEqual(['help []', call, call]);
    expect(walletCalls).toEqual(['listunspent [2,9,[],true]']);
  });

  it('is asked for its help again while its login is refused, or it lacks calls', async () => {
    for (const help of [{ kind: 'unauthorized', why: 'no login' }, 'getblock']) {
      const { rpc, calls } = adapt({ help, getblock: 1 });
      await rpc.call('getblock', [block, 2]);
      await rpc.call('getblock', [block, 2]);
      expect(calls).toEqual(['help []', 'help []']);
    }
  });

  it('answers nothing where it lacks calls, or has not said what it knows', async () => {
    const { rpc } = adapt({ help: 'getblock\ngetwalletinfo', getblock: 1 });
    expect(await rpc.call('getblock', [block, 2])).toMatchObject({
      kind: 'unanswered',
      why: expect.stringMatching(/^it does not know getblockheader, .*: payouts need a newer release of it$/),
    });
    const silent: RpcOutcome = { kind: 'busy', why: 'Loading block index' };
    expect(await adapt({ help: silent }).rpc.call('getblock')).toEqual(silent);
  });
});

describe('a node of the Core that Zcash was made of', () => {
  const help =
    'estimatefee nblocks\ngetblock "hash|height" ( verbosity )\ngetblockheader\ngetmempoolinfo\ngetrawmempool ( verbose )\ngetrawtransaction "txid" ( verbose )\ngettransaction\ngettxout\ngetwalletinfo\nlistsinceblock\nlisttransactions\nlistunspent ( minconf maxconf  ["address",...] )\nsendrawtransaction\nvalidateaddress';

  it('is asked for what waits as a whole, and with no more than it takes', async () => {
    const { rpc, wallet, calls } = adapt({
      help,
      estimatefee: 0.0001,
      getrawmempool: [other],
      listunspent: [],
      gettransaction: { hex: '00' },
    });
    expect(await rpc.call('getmempoolentry', [other])).toEqual({ kind: 'result', value: {} });
    // As a newer one says that it does not know it.
    expect(await rpc.call('getmempoolentry', [txid])).toMatchObject({ kind: 'refused', code: -5 });
    expect(await rpc.call('estimatesmartfee', [3])).toEqual({ kind: 'result', value: { feerate: 0.0001 } });
    expect(await wallet.call('listunspent', [2, 9, [], true])).toEqual({ kind: 'result', value: [] });
    expect(await rpc.call('getrawtransaction', [txid, false, block])).toEqual({
      kind: 'result',
      value: '00',
    });
    expect(calls).toEqual([
      'help []',
      'getrawmempool []',
      'getrawmempool []',
      'estimatefee [3]',
      'listunspent [2,9,[]]',
      `gettransaction ["${txid}",true]`,
    ]);
  });

  it('says nothing of what waits while it does not answer, or answers something else', async () => {
    const silent: RpcOutcome = { kind: 'unanswered', why: 'status 500' };
    expect(await adapt({ help, getrawmempool: silent }).rpc.call('getmempoolentry', [txid])).toEqual(silent);
    expect(await adapt({ help, getrawmempool: 7 }).rpc.call('getmempoolentry', [txid])).toMatchObject({
      kind: 'unanswered',
    });
  });
});

/** Answers are those of bcoin 1.0.2, of its source and of a node that ran. */
describe('a stand-in of bcoin', () => {
  const help = 'Select a command.';

  it('says what a payment costs, or that it does not know', async () => {
    const ask = (answer: unknown) =>
      adapt({ help, estimatesmartfee: answer }).rpc.call('estimatesmartfee', [3]);
    expect(await ask({ fee: 0.0001, blocks: 3 })).toEqual({ kind: 'result', value: { feerate: 0.0001 } });
    expect(await ask({ fee: -1, blocks: 3 })).toEqual({ kind: 'result', value: {} });
    expect(await ask(refused('Fee estimation not available.'))).toEqual({ kind: 'result', value: {} });
  });

  it('knows a block that its best branch has lost by another one at its height', async () => {
    const header = { height: 4, confirmations: 3 };
    const ask = (there: string) =>
      adapt({ help, getblockheader: header, getblockhash: there }).rpc.call('getblockheader', [block]);
    expect(await ask(block)).toEqual({ kind: 'result', value: header });
    expect(await ask(other)).toEqual({ kind: 'result', value: { height: 4, confirmations: -1 } });
  });

  it('says under the codes of Bitcoin Core that it does not know a block, or what waits', async () => {
    const { rpc } = adapt({
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
      adapt({ help, gettxout: coin }, { ...selected, listunspent: coins }).rpc.call('gettxout', [
        txid,
        0,
        true,
      ]);
    expect(await ask(listed)).toEqual({ kind: 'result', value: coin });
    expect(await ask([])).toEqual({ kind: 'result', value: null });
  });

  it('lists its coins once for many of them', async () => {
    const { rpc, walletCalls } = adapt({ help, gettxout: coin }, { ...selected, listunspent: listed });
    for (let each = 0; each < 50; each += 1) await rpc.call('gettxout', [txid, 0, true]);
    expect(walletCalls.filter((call) => call.startsWith('listunspent'))).toHaveLength(1);
  });

  it('lists no reward that cannot be spent yet, and asks once whether it is one', async () => {
    const young = [{ txid, vout: 0, confirmations: 100 }];
    const ask = async (coins: typeof listed, isReward: boolean) => {
      const [{ confirmations } = { confirmations: 0 }] = coins;
      const { wallet, calls } = adapt(
        { help, gettxout: { ...coin, confirmations, coinbase: isReward } },
        { ...selected, listunspent: coins },
      );
      const first = await wallet.call('listunspent', [2, 9_999_999, [], true]);
      expect(await wallet.call('listunspent', [2, 9_999_999, [], true])).toEqual(first);
      return { first, asked: calls.filter((call) => call.includes(',true]')).length };
    };
    expect((await ask(listed, true)).first).toEqual({ kind: 'result', value: listed });
    expect(await ask(young, true)).toEqual({ first: { kind: 'result', value: [] }, asked: 1 });
    expect(await ask(young, false)).toEqual({ first: { kind: 'result', value: young }, asked: 1 });
  });

  it('says nothing while its wallet counts other confirmations than its node', async () => {
    const behind = { ...coin, confirmations: 102 };
    const { wallet } = adapt({ help, gettxout: behind }, { ...selected, listunspent: listed });
    expect(await wallet.call('listunspent', [2, 9_999_999, [], true])).toEqual({
      kind: 'unanswered',
      why: 'its wallet is behind its node, or searches the chain',
    });
  });

  it('asks its wallets one call after another', async () => {
    let chosen = '';
    let open = 0;
    const wallet: NodeRpc = {
      call: async (method, params = []) => {
        open += 1;
        expect(open).toBe(1);
        await Promise.resolve();
        open -= 1;
        if (method === 'selectwallet') chosen = String((params as readonly unknown[])[0]);
        return { kind: 'result', value: method === 'getwalletinfo' ? { walletid: chosen } : 'default' };
      },
      close: () => undefined,
    };
    const adapted = adaptNode({
      name: 'one',
      rpc: standIn({ help }).rpc,
      wallet,
      walletName: 'watch',
      own: 'rb1',
      maturity: 100,
    });
    const asked = ['a', 'b', 'c'].map((address) => adapted.wallet.call('getaddressinfo', [address]));
    expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(['result', 'result', 'result']);
  });

  it('answers for the wallet that is named, and for no other that was chosen meanwhile', async () => {
    const wallet = { selectwallet: null, getwalletinfo: { walletid: 'primary' }, listtransactions: [] };
    expect(await adapt({ help }, wallet).wallet.call('listtransactions', ['*', 1, 0, true])).toMatchObject({
      kind: 'unanswered',
    });
    const none = { ...wallet, selectwallet: refused('Wallet not found.') };
    const node = { help, getblockhash: refused('Block height out of range.') };
    expect(await adapt(node, none).wallet.call('getwalletinfo')).toEqual(refused('Wallet not found.'));
  });

  it('holds keys where it takes no address to watch', async () => {
    const node = { help, getblockhash: block, getblock: { tx: [txid] }, getrawtransaction: '00' };
    const ask = (importaddress: unknown) =>
      adapt(node, { ...selected, getaccount: 'default', importaddress }).wallet.call('getwalletinfo');
    expect(await ask(null)).toEqual({ kind: 'result', value: { private_keys_enabled: false } });
    expect(await ask(refused('Cannot import address into non watch-only wallet.'))).toEqual({
      kind: 'result',
      value: { private_keys_enabled: true },
    });
    // One that it does not watch is not imported: what it had before would be missed.
    const { wallet, walletCalls } = adapt(node, { ...selected, getaccount: '' });
    await wallet.call('getwalletinfo');
    expect(walletCalls.filter((call) => call.startsWith('importaddress'))).toEqual([]);
  });

  /** Of a payment that spends the first output of `other`, which pays the address `from`. */
  const spending = (from: string) => ({
    getrawtransaction: {
      vin: [{ txid: other, vout: 0 }],
      vout: [{ scriptPubKey: { addresses: [from] } }],
    },
  });

  it('lists the newest, what goes to itself as sent, and what is in no block', async () => {
    const entry = (time: number, more: object) => ({ txid, time, amount: -1, category: 'send', ...more });
    const entries = [
      entry(30, { blockhash: null, blockheight: -1, category: 'receive', amount: 0 }),
      entry(10, { blockhash: block, blockheight: 7 }),
      entry(20, { blockhash: block, blockheight: 8 }),
    ];
    const open = (account: string) =>
      adapt({ help, ...spending('rb1') }, { ...selected, listtransactions: entries, getaccount: account })
        .wallet;
    const newest = { txid, time: 30, amount: 0, category: 'send', confirmations: 0, blockhash: null };
    expect(await open('default').call('listtransactions', ['*', 2, 0, true])).toMatchObject({
      value: [{ time: 20, blockheight: 8 }, newest],
    });
    expect(await open('default').call('listtransactions', ['*', 2, 2, true])).toMatchObject({
      value: [{ time: 10 }],
    });
    expect(await open('default').call('listsinceblock', [block, 1, true])).toEqual({
      kind: 'result',
      value: { transactions: [newest] },
    });
    // A stranger's payment of nothing looks the same, and spends no own coin.
    expect(await open('').call('listsinceblock', [block, 1, true])).toMatchObject({
      value: { transactions: [{ category: 'receive' }] },
    });
  });

  it('does not say what was sent where its node cannot tell, and needs its index beforehand', async () => {
    const entries = [{ txid, time: 1, amount: 0, category: 'receive', blockhash: null }];
    const wallet = { ...selected, listtransactions: entries };
    expect(await adapt({ help }, wallet).wallet.call('listtransactions', ['*', 1, 0, true])).toMatchObject({
      kind: 'unanswered',
    });
    const node = {
      help,
      getblockhash: block,
      getblock: { tx: [txid] },
      getrawtransaction: refused('Transaction not found.'),
    };
    expect(await adapt(node, wallet).wallet.call('getwalletinfo')).toEqual({
      kind: 'unanswered',
      why: 'it keeps no index of transactions: start it with --index-tx',
    });
  });

  it('has its node print what its wallet cannot print, with the height of its block', async () => {
    const wallet = { ...selected, gettransaction: refused('Invalid integer value.') };
    const known = { hex: '00', blockhash: block };
    const node = { help, getblockheader: { height: 4, confirmations: 1 }, getblockhash: block };
    const ask = (getrawtransaction: unknown) =>
      adapt({ ...node, getrawtransaction }, wallet).wallet.call('gettransaction', [txid, true]);
    expect(await ask(known)).toEqual({ kind: 'result', value: { ...known, blockheight: 4 } });
    expect(await ask({ hex: '00' })).toEqual({ kind: 'result', value: { hex: '00', blockhash: null } });
    expect(await ask(refused('Transaction not found.'))).toEqual({
      kind: 'unanswered',
      why: 'its node does not know what its wallet has sent',
    });
    const unknown = { ...selected, gettransaction: refused('TX not found.') };
    expect(await adapt(node, unknown).wallet.call('gettransaction', [txid, true])).toMatchObject({
      code: -5,
    });
  });
});
