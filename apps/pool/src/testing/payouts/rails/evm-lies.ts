import type { RpcOutcome } from '../../../adapters/chains/nodes/rpc-answer.ts';
import { logOfTransfer } from '../../../adapters/rails/evm/token-calls.ts';
import type { EvmGround } from './evm-ground.ts';
import type { Lie } from './unsure-node.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

function changes(method: string, change: (value: unknown, params: readonly unknown[]) => unknown): Lie {
  return async (asked, outcome) => {
    if (asked.method !== method || outcome.kind !== 'result') return outcome;
    const changed = await change(outcome.value, asked.params as readonly unknown[]);
    return changed === undefined ? outcome : result(changed);
  };
}

const moved =
  (by: number) =>
  (value: unknown): string =>
    `0x${Math.max(0, Number(value) + by).toString(16)}`;

/** What one of two nodes says. */
export function evmLies(ground: EvmGround): readonly Lie[] {
  return Object.values<Lie>({
    'a payment hidden': async (asked, outcome) =>
      ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].includes(asked.method) &&
      outcome.kind === 'result' &&
      outcome.value !== null
        ? result(null)
        : outcome,
    'a payment said to be undone': changes('eth_getTransactionReceipt', (value) =>
      isFields(value) ? { ...value, status: '0x0', logs: [] } : undefined,
    ),
    'a payment said to be made': changes('eth_getTransactionReceipt', async (value, [txid]) =>
      value === null ? invented(ground, String(txid)) : undefined,
    ),
    'a number said to be used': changes('eth_getTransactionCount', moved(1)),
    'a number said to be free': changes('eth_getTransactionCount', moved(-1)),
    'blocks ahead of the others': changes('eth_blockNumber', moved(20)),
    'blocks behind the others': changes('eth_blockNumber', moved(-5)),
    'nothing waiting': changes('txpool_contentFrom', () => ({ pending: {}, queued: {} })),
    'a price of nothing': changes('eth_getBlockByNumber', (value) =>
      isFields(value) ? { ...value, baseFeePerGas: '0x7' } : undefined,
    ),
    'an account that is full': changes('eth_getBalance', () => '0xffffffffffffffffffff'),
  });
}

/** The receipt of a payment that waits, as if it stood in an old block. */
async function invented({ pair, token }: EvmGround, txid: string): Promise<unknown> {
  const sent = await pair.one.ask<Fields | null>('eth_getTransactionByHash', txid);
  const height = Number(await pair.one.ask('eth_blockNumber'));
  const block = await pair.one.ask<Fields>(
    'eth_getBlockByNumber',
    `0x${Math.max(1, height - 4).toString(16)}`,
    false,
  );
  if (sent === null) return undefined;
  const input = String(sent['input']);
  const log = () => ({
    address: token,
    ...logOfTransfer({
      from: String(sent['from']),
      to: `0x${input.slice(34, 74)}`,
      value: BigInt(`0x${input.slice(74, 138)}`),
    }),
  });
  return {
    transactionHash: txid,
    blockNumber: block['number'],
    blockHash: block['hash'],
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    logs: token === undefined ? [] : [log()],
  };
}
