import { fieldsOf, flag, hex, text, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import { type Ask, valueOf } from '../nodes/node-protocol.ts';
import { askWatching, type Received, type Watching } from '../nodes/watching-wallets.ts';
import { blockId, coinbaseId, hashingBlob } from './block-id.ts';
import { answerOf } from './node-state.ts';
import { isPaid, readPayee } from './payee.ts';
import { type BlockParts, readBlock } from './read-block.ts';
import { transactionKeyFrom } from './read-template.ts';

/** The wallet does not know the transaction (`WALLET_RPC_ERROR_CODE_WRONG_TXID`). */
const unknownTransaction = -8;

export interface WalletRewardOptions {
  /** Primary address of the blocks. */
  readonly address: string;
  /** Have the blocks. */
  readonly nodes: readonly NodeRpc[];
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
}

/**
 * Asks a wallet (`monero-wallet-rpc`), view-only or not, what it has received of a block's mature coinbase, in 10^-12 XMR: 0 where it has read
 * the block and knows nothing of it, `elsewhere` where the block does not pay the address by the wallet's own view key, `unwatched` where it is
 * the wallet of another address; undefined where it cannot say: it does not answer, has not read so far, or counts the coinbase as locked.
 *
 * @throws UnreadableAnswer where it answers something else
 */
export function walletRewards({
  address,
  nodes,
  now,
}: WalletRewardOptions): (wallet: NodeRpc, hash: string) => Promise<Received> {
  const ofWatching = askWatching(now, (ask) => askAddress(ask, address));
  return (wallet, hash) =>
    ofWatching(wallet, async (ask) => {
      const block = await blockOf(nodes, hash);
      return block === undefined ? undefined : received(ask, block, address);
    });
}

async function askAddress(ask: Ask, address: string): Promise<Watching> {
  const outcome = await ask('get_address', { account_index: 0 });
  if (outcome.kind !== 'result') return undefined;
  return text(fieldsOf(outcome.value, 'get_address'), 'address') === address ? 'watching' : 'unwatched';
}

interface Block {
  readonly bytes: Uint8Array;
  readonly parts: BlockParts;
}

/** The block itself, from the first node that has it: whatever else a node says of it is not needed. */
async function blockOf(nodes: readonly NodeRpc[], hash: string): Promise<Block | undefined> {
  for (const rpc of nodes) {
    const outcome = await rpc.call('get_block', { hash });
    if (outcome.kind !== 'result') continue;
    try {
      const bytes = hex(answerOf(outcome.value, 'get_block'), 'blob');
      const parts = readBlock(bytes);
      if (blockId(hashingBlob(bytes, parts)) === hash) return { bytes, parts };
    } catch (error) {
      if (!(error instanceof UnreadableAnswer || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

async function received(ask: Ask, { bytes, parts }: Block, address: string): Promise<Received> {
  const answer = await ask('get_transfer_by_txid', { txid: coinbaseId(bytes, parts) });
  if (answer.kind === 'result') {
    const transfer = fieldsOf(fieldsOf(answer.value, 'get_transfer_by_txid')['transfer'], 'transfer');
    return flag(transfer, 'locked') ? undefined : BigInt(wholeNumber(transfer, 'amount'));
  }
  if (answer.kind !== 'refused' || answer.code !== unknownTransaction) return undefined;
  const { height } = parts.minerTransaction;
  const blocks = wholeNumber(fieldsOf(valueOf(await ask('get_height')), 'get_height'), 'height');
  if (blocks <= height) return undefined;
  const secret = fieldsOf(valueOf(await ask('query_key', { key_type: 'view_key' })), 'query_key');
  return paysAddress(bytes, parts, { address, viewKey: hex(secret, 'key', 32) }) ? 0n : 'elsewhere';
}

/** Of before another address was set: the wallet of the new one knows nothing of it. */
function paysAddress(
  bytes: Uint8Array,
  { minerTransaction: { outputs, extraAt } }: BlockParts,
  { address, viewKey }: { readonly address: string; readonly viewKey: Uint8Array },
): boolean {
  const keyAt = extraAt + transactionKeyFrom;
  const transaction = bytes.subarray(keyAt, keyAt + 32);
  const payee = readPayee(address);
  return outputs.some((output, index) =>
    isPaid(payee, viewKey, {
      transaction,
      output: bytes.subarray(output.keyAt, output.keyAt + 32),
      index,
    }),
  );
}
