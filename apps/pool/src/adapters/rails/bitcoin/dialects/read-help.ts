import { type RpcOutcome, takesNoCall } from '../../../chains/nodes/rpc-answer.ts';

/** How a node is spoken to: as Bitcoin Core and its forks, or as bcoin. `deaf` lacks calls that payouts need. */
export type Dialect = 'core' | 'bcoin' | { readonly deaf: string };

/** bcoin lists no calls: it says this, whatever it knows. */
const bcoinsHelp = 'Select a command.';

/** What a rail asks beside what any node of the family answers. Older releases have other names for some of it, and no wallets without keys. */
const needed = [
  'estimatesmartfee',
  'getaddressinfo',
  'getblockheader',
  'getmempoolentry',
  'getmempoolinfo',
  'gettransaction',
  'gettxout',
  'getwalletinfo',
  'listsinceblock',
  'listtransactions',
  'listunspent',
  'sendrawtransaction',
];

/**
 * Reads what a node answers to `help`: no version decides. One that keeps its help to itself (`-rpcwhitelist`) is spoken to as Bitcoin Core,
 * and refuses what it does not know. Undefined where it has not answered, or not to this login.
 */
export function readHelp(outcome: RpcOutcome): Dialect | undefined {
  if (outcome.kind === 'busy' || outcome.kind === 'unanswered') return undefined;
  if (outcome.kind === 'unauthorized') return outcome.why === takesNoCall ? 'core' : undefined;
  if (outcome.kind === 'refused') return 'core';
  if (outcome.value === bcoinsHelp) return 'bcoin';
  const known = new Set(namesIn(outcome.value));
  const missing = needed.filter((name) => !known.has(name));
  return missing.length === 0 ? 'core' : { deaf: describe(missing, known) };
}

/** A call stands at the beginning of its line, before what it takes. */
function namesIn(help: unknown): readonly string[] {
  return typeof help === 'string' ? help.split('\n').flatMap((line) => /^[a-z]+/.exec(line)?.[0] ?? []) : [];
}

function describe(missing: readonly string[], known: ReadonlySet<string>): string {
  const why = known.has('getwalletinfo')
    ? 'payouts need a newer release of it'
    : 'it runs without wallets, or was built without them';
  return `it does not know ${missing.join(', ')}: ${why}`;
}
