import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import type { RailNode } from '../rail-node.ts';

/**
 * Which node it stands in for, after the sources of Dogecoin 1.14, Ravencoin 4.6, Raptoreum 1.3, Firo 0.14, Viacoin 0.16, Bitcoin Cash Node 28, Verge 26.7,
 * Flux 9, Komodo 0.9 and zcashd 6.20.
 */
export type OlderNode = 'DOGE' | 'RVN' | 'RTM' | 'FIRO' | 'VIA' | 'BCH' | 'XVG' | 'FLUX' | 'KMD' | 'ZEC';

/** What each of them knows, or in other words. */
const common = [
  'getbestblockhash',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash height',
  'getblockheader "hash" ( verbose )',
  'getmempoolentry txid',
  'getmempoolinfo',
  'getnetworkinfo',
  'gettransaction "txid" ( include_watchonly )',
  'gettxout "txid" n ( include_mempool )',
  'getwalletinfo',
  'listsinceblock ( "blockhash" target_confirmations include_watchonly)',
  'listtransactions ( "account" count skip include_watchonly)',
  'listunspent ( minconf maxconf  ["addresses",...] [include_unsafe] )',
  'sendrawtransaction "hexstring" ( allowhighfees )',
  'validateaddress "address"',
];

const smartFee = 'estimatesmartfee nblocks';
/** As of the Core of 2016 that Zcash was made of. */
const ofZcash = [
  'estimatefee nblocks',
  'getblock "hash|height" ( verbosity )',
  'getrawtransaction "txid" ( verbose )',
  'getrawmempool ( verbose )',
  'listunspent ( minconf maxconf  ["address",...] )',
];
const isOfZcash = (stands: OlderNode): boolean => ['FLUX', 'KMD', 'ZEC'].includes(stands);
/** Beside that. */
const own: Readonly<Record<OlderNode, readonly string[]>> = {
  DOGE: [smartFee, 'getblock "blockhash" ( verbose )', 'getrawtransaction "txid" ( verbose )'],
  FIRO: [smartFee, 'getblock "blockhash" ( verbosity )', 'getrawtransaction "txid" ( verbose )'],
  VIA: [
    smartFee,
    'getblock "blockhash" ( verbosity ) ',
    'getrawtransaction "txid" ( verbose "blockhash" )',
    'listwallets',
  ],
  BCH: [
    'estimatefee',
    'getblock "blockhash" ( verbosity )',
    'getrawtransaction "txid" ( verbose "blockhash" )',
    'getaddressinfo "address"',
    'listwallets',
  ],
  XVG: [
    'estimatesmartfee conf_target ("estimate_mode")',
    'getblock "blockhash" ( verbosity ) ',
    'getrawtransaction "txid" ( verbose "blockhash" )',
    'getaddressinfo "address"',
    'listwallets',
  ],
  FLUX: ofZcash,
  // Without a word on fees.
  ZEC: [
    'getblock "hash|height" ( verbosity )',
    'getrawtransaction "txid" ( verbose "blockhash" )',
    'getrawmempool ( verbose )',
    'listunspent ( minconf maxconf ["address",...] includeUnsafe queryOptions asOfHeight )',
  ],
  KMD: ofZcash,
  RVN: [
    smartFee,
    'getblock "blockhash" ( verbosity ) ',
    'getrawtransaction "txid" ( verbose )',
    'listwallets',
  ],
  RTM: [
    smartFee,
    'getblock "blockhash" ( verbosity )',
    'getrawtransaction "txid" ( verbose "blockhash" )',
    'getaddressinfo "address"',
    'listwallets',
  ],
};

const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });
const notKnown = refused(-32_601, 'Method not found');

/**
 * A stand-in: a litecoind that lacks what an older node lacks, and answers as that one does, its refusals included. It shows that the calls are
 * translated as the sources say; no node of these coins was asked.
 */
export function olderCoreStandIn(node: RailNode, stands: OlderNode): RailNode & { readonly calls: string[] } {
  const lacks = isOfZcash(stands) ? /^(?:getmempoolentry|listunspent) / : /^$/;
  const help = [...common.filter((line) => !lacks.test(line)), ...own[stands]].toSorted();
  const names = new Set(help.map((line) => /^[a-z]+/.exec(line)?.[0]));
  const calls: string[] = [];
  const over = (rpc: NodeRpc): NodeRpc => ({
    async call(method, params = [], options) {
      calls.push(method);
      if (method === 'help') return { kind: 'result', value: help.join('\n') };
      if (!names.has(method)) return notKnown;
      const given = params as readonly unknown[];
      return stripped(method, await asked(rpc, { stands, method, given, options }), stands);
    },
    close: () => rpc.close(),
  });
  // One wallet, under the address of the node.
  const hasOneWallet = stands === 'DOGE' || stands === 'FIRO' || isOfZcash(stands);
  const joined: NodeRpc = {
    call: (method, ...rest) => over(walletCalls.has(method) ? node.wallet : node.rpc).call(method, ...rest),
    close: () => node.rpc.close(),
  };
  const noPath: NodeRpc = {
    call: async () => ({ kind: 'unanswered', why: 'status 404 without a word' }),
    close: () => node.wallet.close(),
  };
  return hasOneWallet
    ? { name: node.name, rpc: joined, wallet: noPath, calls }
    : { name: node.name, rpc: over(node.rpc), wallet: over(node.wallet), calls };
}

const walletCalls: ReadonlySet<string> = new Set([
  'gettransaction',
  'getwalletinfo',
  'listsinceblock',
  'listtransactions',
  'listunspent',
  'validateaddress',
]);

interface Asked {
  readonly stands: OlderNode;
  readonly method: string;
  readonly given: readonly unknown[];
  readonly options: Parameters<NodeRpc['call']>[2];
}

async function asked(rpc: NodeRpc, { stands, method, given, options }: Asked): Promise<RpcOutcome> {
  const call = (name: string, params: Params) => rpc.call(name, params, options);
  switch (method) {
    case 'getblock': {
      if (stands !== 'DOGE') return call(method, given);
      const [hash, verbose = true] = given;
      if (typeof verbose !== 'boolean') return refused(-1, 'JSON value is not a boolean as expected');
      return call(method, [hash, verbose ? 1 : 0]);
    }
    case 'getrawtransaction': {
      if (stands === 'ZEC' && typeof given[1] === 'boolean')
        return refused(-1, 'JSON value is not an integer as expected');
      if (stands === 'RTM' || stands === 'VIA' || stands === 'BCH' || stands === 'XVG')
        return call(method, given);
      if (given.length > 2) return refused(-1, 'getrawtransaction "txid" ( verbose )');
      return call(method, given);
    }
    case 'validateaddress': {
      const said = await call('getaddressinfo', given);
      if (said.kind !== 'result') return said;
      const { address, scriptPubKey, ismine, iswatchonly, isscript, labels } = said.value as Record<
        string,
        unknown
      >;
      const named = Array.isArray(labels) && labels.length > 0;
      const kept = { isvalid: true, address, scriptPubKey, ismine, iswatchonly, isscript };
      return { kind: 'result', value: { ...kept, ...(named && { account: String(labels[0]) }) } };
    }
    case 'estimatefee': {
      if (given.length !== (isOfZcash(stands) ? 1 : 0)) return refused(-1, 'estimatefee');
      const said = await call('getmempoolinfo', []);
      if (said.kind !== 'result') return said;
      return { kind: 'result', value: (said.value as Record<string, unknown>)['mempoolminfee'] };
    }
    case 'listunspent':
      if (isOfZcash(stands) && given.length > 3) return refused(-1, 'listunspent');
      return call(method, given);
    case 'estimatesmartfee': {
      const said = await call(method, given);
      if ((stands !== 'DOGE' && stands !== 'FIRO') || said.kind !== 'result') return said;
      const { feerate = -1, blocks } = said.value as Record<string, unknown>;
      return { kind: 'result', value: { feerate, blocks } };
    }
    default:
      return call(method, given);
  }
}

/** What the older one does not say. */
function stripped(method: string, outcome: RpcOutcome, stands: OlderNode): RpcOutcome {
  if (outcome.kind !== 'result') return outcome;
  const without = (value: unknown, ...fields: readonly string[]): unknown =>
    Object.fromEntries(Object.entries(value as object).filter(([name]) => !fields.includes(name)));
  const { value } = outcome;
  const isNewer = stands === 'RTM' || stands === 'BCH';
  switch (method) {
    case 'getwalletinfo':
      return isNewer
        ? outcome
        : {
            kind: 'result',
            value: without(value, 'private_keys_enabled', 'scanning', 'descriptors', 'avoid_reuse'),
          };
    case 'getmempoolinfo':
      return isNewer
        ? outcome
        : { kind: 'result', value: without(value, 'minrelaytxfee', 'unbroadcastcount', 'loaded') };
    case 'getblockchaininfo':
      return isNewer ? outcome : { kind: 'result', value: without(value, 'initialblockdownload') };
    case 'gettransaction':
      return { kind: 'result', value: without(value, 'blockheight') };
    case 'listtransactions':
      return { kind: 'result', value: (value as unknown[]).map((each) => without(each, 'blockheight')) };
    default:
      return outcome;
  }
}
