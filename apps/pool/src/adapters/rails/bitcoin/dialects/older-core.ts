import {
  type Fields,
  fieldsOf,
  hex,
  list,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { readBlock } from './read-block.ts';
import type { NodeToAdapt } from './node-to-adapt.ts';
import { mapResult, notKnown, result, translating } from './translate.ts';

/** What a node of an older Core lacks, by its help. */
export interface OlderCore {
  /** `listwallets`: it has one wallet, under the address of the node. */
  readonly lacksWallets: boolean;
  /** `estimatesmartfee`: what it says is the one number of `estimatefee`, which takes nothing. */
  readonly lacksSmartFee: boolean;
  /** Neither that nor `estimatefee`: it does not say what a payment costs. */
  readonly lacksFee: boolean;
  /** Of a node without `estimatesmartfee`: its `estimatefee` takes within how many blocks. */
  readonly needsFeeTarget: boolean;
  /** `getmempoolentry`: what waits is listed whole by `getrawmempool`. */
  readonly lacksMempoolEntry: boolean;
  /** `listunspent` takes no more than depths and addresses. */
  readonly lacksUnsafe: boolean;
  /** `getaddressinfo`: what it says stands in `validateaddress`. */
  readonly lacksAddressInfo: boolean;
  /** `getblock` gives a block as ids or as bytes, and takes true or false in the place of a number. */
  readonly lacksBlockDetail: boolean;
  /** `getrawtransaction` takes no block to look in. */
  readonly lacksRawByBlock: boolean;
}

/**
 * A node of an older Core as if it were a newer one, as far as a rail asks. As of Dogecoin 1.14, Ravencoin 4.6, Raptoreum 1.3, Bitcoin Cash Node 28,
 * Komodo 0.9, Flux 9 and zcashd 6.20, after their sources: no node of them was asked. What it does otherwise besides: its wallets say no height of a
 * block; those of before there were wallets without keys hold some, so that the addresses decide; an estimate of -1 is none; its pool of transactions
 * does not name what it relays at least.
 */
export function olderCore(node: NodeToAdapt, lacks: OlderCore): Pick<NodeToAdapt, 'rpc' | 'wallet'> {
  const { rpc } = node;
  const wallet = lacks.lacksWallets ? rpc : node.wallet;
  const heights = blockHeights(rpc);
  return {
    rpc: translating(rpc, {
      estimatesmartfee: async (params) =>
        mapResult(
          lacks.lacksSmartFee
            ? mapResult(await askOldFee(rpc, lacks, params), (feerate) => ({ feerate }))
            : await rpc.call('estimatesmartfee', params),
          withoutNoFee,
        ),
      getmempoolinfo: async () => withLeastFee(rpc, await rpc.call('getmempoolinfo')),
      ...(lacks.lacksMempoolEntry && { getmempoolentry: ([txid]) => askWaiting(rpc, txid) }),
      ...(lacks.lacksBlockDetail && { getblock: (params) => askBlock(rpc, params) }),
      ...(lacks.lacksRawByBlock && { getrawtransaction: ([txid]) => ofWallet(wallet, txid) }),
    }),
    wallet: translating(wallet, {
      // What follows is for what strangers sent and no block has: of coins in blocks all are listed.
      ...(lacks.lacksUnsafe && { listunspent: (params) => wallet.call('listunspent', params.slice(0, 3)) }),
      getwalletinfo: async () => mapResult(await wallet.call('getwalletinfo'), withoutKeys),
      getaddressinfo: ([address]) =>
        askAddress(wallet, lacks.lacksAddressInfo ? 'validateaddress' : 'getaddressinfo', address),
      async gettransaction(params) {
        const known = await wallet.call('gettransaction', params);
        return known.kind === 'result' ? heights.into(fieldsOf(known.value, 'gettransaction')) : known;
      },
      async listtransactions(params) {
        const listed = await wallet.call('listtransactions', params);
        return listed.kind === 'result' ? heights.intoAll(list({ listed: listed.value }, 'listed')) : listed;
      },
    }),
  };
}

function askOldFee(
  rpc: NodeRpc,
  { needsFeeTarget, lacksFee }: Pick<OlderCore, 'needsFeeTarget' | 'lacksFee'>,
  params: readonly unknown[],
): Promise<RpcOutcome> {
  // As where it has seen too little to say.
  if (lacksFee) return Promise.resolve(result(-1));
  return needsFeeTarget ? rpc.call('estimatefee', params.slice(0, 1)) : rpc.call('estimatefee');
}

async function askWaiting(rpc: NodeRpc, txid: unknown): Promise<RpcOutcome> {
  const waiting = await rpc.call('getrawmempool');
  if (waiting.kind !== 'result') return waiting;
  return list({ waiting: waiting.value }, 'waiting').includes(txid) ? result({}) : notKnown;
}

/** -1 where it has seen too little to say. */
function withoutNoFee(value: unknown): unknown {
  const { feerate, ...rest } = fieldsOf(value, 'estimatesmartfee');
  return typeof feerate === 'number' && feerate <= 0 ? rest : value;
}

async function withLeastFee(rpc: NodeRpc, pool: RpcOutcome): Promise<RpcOutcome> {
  if (pool.kind !== 'result') return pool;
  const fields = fieldsOf(pool.value, 'getmempoolinfo');
  if (fields['minrelaytxfee'] !== undefined) return pool;
  const network = await rpc.call('getnetworkinfo');
  return mapResult(network, (reported) => ({
    ...fields,
    minrelaytxfee: fieldsOf(reported, 'getnetworkinfo')['relayfee'],
  }));
}

/** 1: with the ids of its transactions; 2: with what each of them spends. */
async function askBlock(rpc: NodeRpc, [hash, verbosity]: readonly unknown[]): Promise<RpcOutcome> {
  if (verbosity !== 2) return rpc.call('getblock', [hash, true]);
  const raw = await rpc.call('getblock', [hash, false]);
  return mapResult(raw, (value) => ({
    hash,
    tx: readBlock(hex({ value }, 'value'), String(hash)).map(({ txid, inputs }) => ({
      txid,
      vin: inputs.map(({ coin }) => {
        const [spent, output] = coin.split(':');
        return { txid: spent, vout: Number(output) };
      }),
    })),
  }));
}

/** What spends a coin of the pool its wallet knows. */
async function ofWallet(wallet: NodeRpc, txid: unknown): Promise<RpcOutcome> {
  const known = await wallet.call('gettransaction', [txid, true]);
  return mapResult(known, (value) => text(fieldsOf(value, 'gettransaction'), 'hex'));
}

/** A wallet of before there were such without keys holds some of its own: whether it has that of an own address is asked for each. */
function withoutKeys(value: unknown): unknown {
  const fields = fieldsOf(value, 'getwalletinfo');
  return fields['private_keys_enabled'] === undefined ? { ...fields, private_keys_enabled: false } : fields;
}

async function askAddress(wallet: NodeRpc, method: string, address: unknown): Promise<RpcOutcome> {
  return mapResult(await wallet.call(method, [address]), (value) => {
    const fields = fieldsOf(value, method);
    if (fields['ismine'] === true)
      throw new UnreadableAnswer(
        `its wallet holds the key of ${String(address)}: make a wallet that only watches it (importaddress)`,
      );
    if (fields['ischange'] !== undefined) return fields;
    // What it imported has an account, if an empty one; what it takes for its change has none.
    const isNamed = fields['account'] !== undefined || fields['label'] !== undefined;
    return { ...fields, ischange: !isNamed };
  });
}

/** Blocks have one height for ever: they are asked for once. */
const heightsMax = 2000;

function blockHeights(rpc: NodeRpc): {
  into(fields: Fields): Promise<RpcOutcome>;
  intoAll(entries: readonly unknown[]): Promise<RpcOutcome>;
} {
  const known = new Map<string, number>();
  const withHeight = async (fields: Fields): Promise<Fields> => {
    const { blockhash, blockheight } = fields;
    if (typeof blockhash !== 'string' || blockheight !== undefined) return fields;
    const height = known.get(blockhash) ?? (await askHeight(rpc, blockhash));
    if (height === undefined) return fields;
    if (known.size >= heightsMax) known.clear();
    known.set(blockhash, height);
    return { ...fields, blockheight: height };
  };
  return {
    into: async (fields) => result(await withHeight(fields)),
    async intoAll(entries) {
      const all: Fields[] = [];
      for (const entry of entries) all.push(await withHeight(fieldsOf(entry, 'an entry of a wallet')));
      return result(all);
    },
  };
}

/** Undefined where it has no such block. */
async function askHeight(rpc: NodeRpc, hash: string): Promise<number | undefined> {
  const header = await rpc.call('getblockheader', [hash]);
  if (header.kind === 'refused') return undefined;
  if (header.kind !== 'result') throw new UnreadableAnswer(header.why);
  return wholeNumber(fieldsOf(header.value, 'getblockheader'), 'height');
}
