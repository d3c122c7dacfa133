import { askBlock } from '../../../chains/bitcoin/block-at-node.ts';
import { type Fields, fieldsOf, list, text, wholeNumber } from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { Mutex } from '../../../../runtime/mutex.ts';
import { BcoinCoins } from './bcoin-coins.ts';
import { hasIndex, spendsOwn } from './bcoin-index.ts';
import type { NodeToAdapt } from './node-to-adapt.ts';
import { type Ask, mapResult, notKnown, orNotKnown, result, translating } from './translate.ts';

/** It lists from the oldest on, whatever is asked for: all are read. */
const entriesMax = 0xffff_ffff;

/** What bcoin's wallet says, in the words of Bitcoin Core, and the coins that it lists. */
export interface BcoinWallet {
  readonly wallet: NodeRpc;
  readonly coins: BcoinCoins;
}

/** The wallets of bcoin answer on a port of their own, one of them at a time: the chosen one, which every caller may change. */
export function bcoinWallet({ rpc, wallet, walletName, own, maturity }: NodeToAdapt): BcoinWallet {
  const ask = inTurn(async (method, params = []) => {
    const chosen = await wallet.call('selectwallet', [walletName]);
    if (chosen.kind !== 'result') return chosen;
    const outcome = await wallet.call(method, params);
    const after = await wallet.call('getwalletinfo');
    if (after.kind !== 'result') return after;
    if (fieldsOf(after.value, 'getwalletinfo')['walletid'] === walletName) return outcome;
    return { kind: 'unanswered', why: 'another wallet was chosen meanwhile (selectwallet)' };
  });
  const coins = new BcoinCoins(ask, rpc, maturity);
  /** The newest last, as it dates them. */
  const entries = async (): Promise<RpcOutcome> => {
    const listed = await ask('listtransactions', ['*', entriesMax, 0, true]);
    if (listed.kind !== 'result') return listed;
    const all: Fields[] = [];
    for (const each of list({ listed: listed.value }, 'listed')) {
      const entry = fieldsOf(each, 'an entry of a wallet');
      // What goes from one own address to another it calls received, of nothing; so does a stranger's payment of nothing look.
      const isMoved = entry['category'] === 'receive' && entry['amount'] === 0;
      const isSent = isMoved ? await spendsOwn(rpc, ask, entry['txid']) : false;
      if (typeof isSent !== 'boolean') return isSent;
      all.push(readEntry(entry, isSent));
    }
    return result(all.toSorted((a, b) => wholeNumber(a, 'time') - wholeNumber(b, 'time')));
  };
  const translated = translating(wallet, {
    async getwalletinfo() {
      const index = await hasIndex(rpc);
      return index.kind === 'result' ? withKeys(ask, own) : index;
    },
    getaddressinfo: async ([address]) =>
      mapResult(await ask('getaccount', [address]), (account) => ({
        ismine: false,
        iswatchonly: text({ account }, 'account') !== '',
        ischange: false,
      })),
    listunspent: ([least = 1]) => coins.mature(Number(least)),
    gettransaction: async ([txid]) => {
      const known = orNotKnown(await ask('gettransaction', [txid, true]), 'TX not found.');
      return withHeight(
        rpc,
        known.kind === 'refused' && known !== notKnown ? await ofNode(rpc, txid) : known,
      );
    },
    listtransactions: async ([, count, skip]) =>
      mapResult(await entries(), (listed) => {
        const all = listed as readonly Fields[];
        const end = Math.max(0, all.length - Number(skip));
        return all.slice(Math.max(0, end - Number(count)), end);
      }),
    // Its own leaves out what is in no block, which is all that is asked for.
    listsinceblock: async () =>
      mapResult(await entries(), (listed) => ({
        transactions: (listed as readonly Fields[]).filter((each) => each['blockhash'] === null),
      })),
  });
  return { wallet: translated, coins };
}

/** One after another: of two at once the one would be answered for the wallet that the other has chosen. */
function inTurn(ask: Ask): Ask {
  const mutex = new Mutex();
  return (method, params) => mutex.run(() => ask(method, params));
}

/**
 * It does not say whether it holds keys. One that does takes no address to watch; the address is one that it watches already, so that
 * nothing is changed.
 */
async function withKeys(ask: Ask, own: string): Promise<RpcOutcome> {
  const account = await ask('getaccount', [own]);
  if (account.kind !== 'result') return account;
  if (account.value === '') return result({ private_keys_enabled: false });
  const imported = await ask('importaddress', [own]);
  if (imported.kind === 'result') return result({ private_keys_enabled: false });
  return imported.kind === 'refused' && imported.why.includes('watch-only')
    ? result({ private_keys_enabled: true })
    : imported;
}

/** What it has sent its wallet knows and cannot print (`Invalid integer value.`, 1.0.2): then its node has to. */
async function ofNode(rpc: NodeRpc, txid: unknown): Promise<RpcOutcome> {
  const reported = await rpc.call('getrawtransaction', [txid, true]);
  if (reported.kind === 'refused')
    return { kind: 'unanswered', why: 'its node does not know what its wallet has sent' };
  return mapResult(reported, (value) => {
    const { hex, blockhash = null } = fieldsOf(value, 'getrawtransaction');
    return { hex, blockhash };
  });
}

/** It names the block of a transaction and not its height. */
async function withHeight(rpc: NodeRpc, known: RpcOutcome): Promise<RpcOutcome> {
  if (known.kind !== 'result') return known;
  const fields = fieldsOf(known.value, 'gettransaction');
  const { blockhash } = fields;
  if (typeof blockhash !== 'string') return known;
  const block = await askBlock(rpc, blockhash);
  return block === undefined ? known : result({ ...fields, blockheight: block.height });
}

/** What is in no block has a height of -1. */
function readEntry(entry: Fields, isSent: boolean): Fields {
  const { blockheight, blockhash, ...rest } = entry;
  return {
    ...rest,
    blockhash,
    ...(isSent && { category: 'send' }),
    confirmations: blockhash === null ? 0 : 1,
    ...(blockhash !== null && { blockheight }),
  };
}
