import { askBlock } from '../../../chains/bitcoin/block-at-node.ts';
import { type Fields, fieldsOf, list, text, wholeNumber } from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import type { SpokenNode } from './spoken-node.ts';
import { mapResult, notKnown, orNotKnown, result, translating } from './translate.ts';

/** It lists from the oldest on, whatever is asked for: all are read. */
const entriesMax = 0xffff_ffff;
const mostConfirmations = 9_999_999;

/** The wallets of bcoin answer on a port of their own, one of them at a time: the chosen one, which every caller may change. */
export function bcoinWallet({ rpc, wallet, walletName, own, maturity }: SpokenNode): NodeRpc {
  /** Chooses the wallet, asks it, and looks whether it was still the chosen one. */
  const ask = async (method: string, params: Params = []): Promise<RpcOutcome> => {
    const chosen = await wallet.call('selectwallet', [walletName]);
    if (chosen.kind !== 'result') return chosen;
    const outcome = await wallet.call(method, params);
    const after = await wallet.call('getwalletinfo');
    if (after.kind !== 'result') return after;
    if (fieldsOf(after.value, 'getwalletinfo')['walletid'] === walletName) return outcome;
    return { kind: 'unanswered', why: 'another wallet was chosen meanwhile (selectwallet)' };
  };
  /** The newest last, as it dates them. */
  const entries = async (): Promise<RpcOutcome> =>
    mapResult(await ask('listtransactions', ['*', entriesMax, 0, true]), (listed) =>
      list({ listed }, 'listed')
        .map((each) => readEntry(fieldsOf(each, 'an entry of a wallet')))
        .toSorted((a, b) => wholeNumber(a, 'time') - wholeNumber(b, 'time')),
    );
  return translating(wallet, {
    getwalletinfo: () => withKeys(ask, own),
    getaddressinfo: async ([address]) =>
      mapResult(await ask('getaccount', [address]), (account) => ({
        ismine: false,
        iswatchonly: text({ account }, 'account') !== '',
        ischange: false,
      })),
    listunspent: ([least = 1]) => matureCoins(ask, rpc, [least, mostConfirmations], maturity),
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
}

type Ask = (method: string, params?: Params) => Promise<RpcOutcome>;

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

/** Its list has rewards of blocks that cannot be spent yet. */
async function matureCoins(ask: Ask, rpc: NodeRpc, params: Params, maturity: number): Promise<RpcOutcome> {
  const listed = await ask('listunspent', params);
  if (listed.kind !== 'result') return listed;
  const mature: unknown[] = [];
  for (const coin of list({ coins: listed.value }, 'coins')) {
    const fields = fieldsOf(coin, 'a coin');
    if (wholeNumber(fields, 'confirmations') > maturity) mature.push(coin);
    else {
      const known = await rpc.call('gettxout', [fields['txid'], fields['vout'], true]);
      if (known.kind !== 'result') return known;
      if (known.value !== null && fieldsOf(known.value, 'gettxout')['coinbase'] === false) mature.push(coin);
    }
  }
  return result(mature);
}

/** What it has sent its wallet knows and cannot print (`Invalid integer value.`, 1.0.2): then its node has to. */
async function ofNode(rpc: NodeRpc, txid: unknown): Promise<RpcOutcome> {
  const said = await rpc.call('getrawtransaction', [txid, true]);
  if (said.kind === 'refused')
    return { kind: 'unanswered', why: 'it keeps no index of transactions: start it with --index-tx' };
  return mapResult(said, (value) => {
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

/** What goes from one own address to another it calls received, of an amount of nothing. What is in no block has a height of -1. */
function readEntry(entry: Fields): Fields {
  const { blockheight, blockhash, ...rest } = entry;
  const isOwn = entry['category'] === 'receive' && entry['amount'] === 0;
  return {
    ...rest,
    blockhash,
    ...(isOwn && { category: 'send' }),
    confirmations: blockhash === null ? 0 : 1,
    ...(blockhash !== null && { blockheight }),
  };
}
