import { type RpcOutcome, takesNoCall } from '../../../chains/nodes/rpc-answer.ts';
import type { OlderCore } from './older-core.ts';

/**
 * How a node is asked: as Bitcoin Core and its forks, as an older Core with what that lacks, or as bcoin. `lacking` lacks calls that payouts need.
 */
export type Dialect =
  | 'core'
  | 'bcoin'
  | ({ readonly kind: 'older' } & OlderCore)
  | { readonly kind: 'lacking'; readonly why: string };

/** bcoin lists no calls: it says this, whatever it knows. */
const bcoinsHelp = 'Select a command.';

/** What a rail asks beside what any node of the family answers: each call, or what says the same of an older Core, or of Nexa. */
const needed = [
  ['getblockheader'],
  ['getmempoolentry', 'getrawmempool', 'gettxpoolentry'],
  ['getmempoolinfo', 'gettxpoolinfo'],
  ['gettransaction'],
  ['gettxout'],
  ['getwalletinfo'],
  ['listsinceblock'],
  ['listtransactions'],
  ['listunspent'],
  ['sendrawtransaction'],
  ['getaddressinfo', 'validateaddress'],
] as const;

/**
 * Reads what a node answers to `help`: no version decides. One that keeps its help to itself (`-rpcwhitelist`) is asked as Bitcoin Core,
 * and refuses what it does not know. Undefined where it has not answered, or not to this login.
 */
export function readHelp(outcome: RpcOutcome): Dialect | undefined {
  if (outcome.kind === 'busy' || outcome.kind === 'unanswered') return undefined;
  if (outcome.kind === 'unauthorized') return outcome.why === takesNoCall ? 'core' : undefined;
  if (outcome.kind === 'refused') return 'core';
  if (outcome.value === bcoinsHelp) return 'bcoin';
  const known = linesIn(outcome.value);
  const missing = needed
    .filter((names: readonly string[]) => !names.some((name) => known.has(name)))
    .map(([name]) => name);
  if (missing.length > 0) return { kind: 'lacking', why: describe(missing, known) };
  const lacksMempoolEntry = !known.has('getmempoolentry') && !known.has('gettxpoolentry');
  const lacks: OlderCore = {
    lacksWallets: !known.has('listwallets'),
    lacksSmartFee: !known.has('estimatesmartfee'),
    lacksFee: !known.has('estimatesmartfee') && !known.has('estimatefee'),
    needsFeeTarget: /\bnblocks\b/.test(known.get('estimatefee') ?? ''),
    lacksMempoolEntry,
    lacksUnsafe: /\bmaxconf\b(?!.*\binclude_unsafe\b)/.test(known.get('listunspent') ?? ''),
    lacksAddressInfo: !known.has('getaddressinfo'),
    lacksBlockDetail: /\bverbose\b/.test(known.get('getblock') ?? ''),
    // One of before `getmempoolentry` that was given a block to look in later (zcashd) takes a number in the place of true and false.
    lacksRawByBlock:
      !/\bblockhash\b/.test(known.get('getrawtransaction') ?? 'blockhash') || lacksMempoolEntry,
  };
  // Since then wallets say of what they list how high its block is.
  const isOlder = !known.has('getbalances') || Object.values(lacks).includes(true);
  return isOlder ? { kind: 'older', ...lacks } : 'core';
}

/** A call stands at the beginning of its line, before what it takes. */
function linesIn(help: unknown): ReadonlyMap<string, string> {
  if (typeof help !== 'string') return new Map();
  return new Map(
    help.split('\n').flatMap((line) => {
      const name = /^[a-z]+/.exec(line)?.[0];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
}

function describe(missing: readonly string[], known: ReadonlyMap<string, string>): string {
  const why = known.has('getwalletinfo')
    ? 'payouts need a newer release of it'
    : 'it runs without wallets, or was built without them';
  return `it does not know ${missing.join(', ')}: ${why}`;
}
