import type { RpcOutcome } from '../../../adapters/chains/nodes/rpc-answer.ts';
import type { Lie } from './unsure-node.ts';

type Fields = Readonly<Record<string, unknown>>;

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

/** Of an answer that has this field. */
function says(field: string, said: (value: Fields) => unknown): Lie {
  return (_asked, outcome) => {
    if (outcome.kind !== 'result' || typeof outcome.value !== 'object' || outcome.value === null)
      return outcome;
    return field in outcome.value ? result(said(outcome.value as Fields)) : outcome;
  };
}

const transactions = (change: (each: Fields) => Fields): Lie =>
  says('txs', (value) => ({ ...value, txs: (value['txs'] as readonly Fields[]).map(change) }));

/** What one of two nodes says. */
export const moneroLies: readonly Lie[] = Object.values<Lie>({
  'a payment hidden': says('txs', ({ txs: _hidden, ...value }) => value),
  'a payment said to be in a block': transactions((each) =>
    each['in_pool'] === true ? { ...each, in_pool: false, block_height: 90 } : each,
  ),
  'a payment said to wait': transactions((each) => ({ ...each, in_pool: true })),
  'everything said to be spent': says('spent_status', (value) => ({
    ...value,
    spent_status: (value['spent_status'] as readonly number[]).map(() => 1),
  })),
  'nothing said to be spent': says('spent_status', (value) => ({
    ...value,
    spent_status: (value['spent_status'] as readonly number[]).map(() => 0),
  })),
  'nothing waiting': says('spent_key_images', (value) => ({ ...value, spent_key_images: [] })),
  'blocks behind the others': says('top_block_hash', (value) => ({
    ...value,
    height: Number(value['height']) - 5,
  })),
});
