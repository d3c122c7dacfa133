import type { RpcOutcome } from '../../../adapters/chains/nodes/rpc-answer.ts';
import type { Lie } from './unsure-node.ts';

type Fields = Readonly<Record<string, unknown>>;

const notKnown: RpcOutcome = { kind: 'refused', code: -5, why: 'not known' };
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

function says(methods: readonly string[], said: (value: Fields) => RpcOutcome): Lie {
  return ({ method }, outcome) =>
    methods.includes(method) && outcome.kind === 'result' && outcome.value !== null
      ? said(outcome.value as Fields)
      : outcome;
}

/** What one of two nodes says. */
export const litecoinLies: readonly Lie[] = Object.values<Lie>({
  'a payment hidden': says(['gettransaction', 'getmempoolentry'], () => notKnown),
  'nothing sent by the wallet': says(['listtransactions'], () => result([])),
  'blocks deeper than they are': says(['getblockheader'], (header) =>
    result({ ...header, confirmations: Number(header['confirmations']) + 10 }),
  ),
  'a coin said to be spent': says(['gettxout'], () => result(null)),
  'blocks behind the others': says(['getblockchaininfo'], (info) =>
    result({ ...info, blocks: Number(info['blocks']) - 5 }),
  ),
  'no coins in the wallet': says(['listunspent'], () => result([])),
  'a price over everything': says(['getmempoolinfo'], (info) => result({ ...info, mempoolminfee: 1 })),
  'a price of nothing': says(['getmempoolinfo'], (info) => result({ ...info, mempoolminfee: 0 })),
  'another block at a height': ({ method }, outcome) =>
    method === 'getblockhash' && outcome.kind === 'result'
      ? result(`${String(outcome.value).slice(0, -1)}0`)
      : outcome,
});
