import {
  fieldsOf,
  list,
  printedHash,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { answerOf, readNodeState, refuseOtherChain, unfitReason } from '../../chains/monero/node-state.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { readTransaction, type ReadTransaction } from './read-transaction.ts';

/** A node of the operator. Some of its calls are paths of their own. */
export interface MoneroNode {
  readonly name: string;
  /** Of which it has to be one. */
  readonly network: Network;
  readonly rpc: NodeRpc;
  /** `/get_transactions`, `/is_key_image_spent`, `/get_outs`, `/get_transaction_pool`, `/send_raw_transaction`. */
  readonly paths: Readonly<Record<MoneroPath, NodeRpc>>;
}

export const moneroPaths = [
  'get_transactions',
  'is_key_image_spent',
  'get_outs',
  'get_transaction_pool',
  'send_raw_transaction',
] as const;
export type MoneroPath = (typeof moneroPaths)[number];

/**
 * Asks a node for its newest block.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askTip({ rpc, network }: MoneroNode): Promise<NodeTip> {
  const [info, first] = await Promise.all([
    rpc.call('get_info', {}),
    rpc.call('get_block_header_by_height', { height: 0 }),
  ]);
  const state = readNodeState(valueOf(info));
  const header = answerOf(valueOf(first), 'get_block_header_by_height')['block_header'];
  const genesis = printedHash(fieldsOf(header, 'block_header'), 'hash');
  refuseOtherChain(network, { network: state.network, genesis });
  return { height: state.height, isSynced: unfitReason(state) === undefined };
}

/** A transaction as a node has it. */
export interface KnownTransaction {
  readonly txid: string;
  readonly bytes: Uint8Array;
  /** The height of its block; undefined while it waits. */
  readonly height: number | undefined;
  /** What it says; undefined where it is of another form than those that are built here: its id is the node's word then. */
  readonly read: ReadTransaction | undefined;
}

/** Those of the transactions that a node has: one that a block has taken is there too, what it proves may be dropped. */
export async function askTransactions(
  node: MoneroNode,
  txids: readonly string[],
): Promise<ReadonlyMap<string, KnownTransaction>> {
  const known = new Map<string, KnownTransaction>();
  for (const { fields, bytes } of await askRaw(node, txids)) {
    const transaction = readKnown(fields, bytes);
    if (txids.includes(transaction.txid)) known.set(transaction.txid, transaction);
    else throw new UnreadableAnswer('it gives another transaction than it was asked for');
  }
  return known;
}

interface RawTransaction {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
}

/** A restricted node takes no longer list. */
const askedAtOnce = 100;

/** The bytes of transactions; of a node that has dropped what they prove, up to there. */
export async function askRaw(
  { paths }: MoneroNode,
  txids: readonly string[],
): Promise<readonly RawTransaction[]> {
  const all: RawTransaction[] = [];
  for (let at = 0; at < txids.length; at += askedAtOnce) {
    const given = { txs_hashes: txids.slice(at, at + askedAtOnce), decode_as_json: false };
    const answer = answerOf(valueOf(await paths.get_transactions.call('', given)), 'get_transactions');
    const { txs = [] } = answer;
    for (const each of list({ txs }, 'txs')) {
      const fields = fieldsOf(each, 'a transaction');
      const whole = text(fields, 'as_hex');
      const digits = whole === '' ? text(fields, 'pruned_as_hex') : whole;
      all.push({ fields, bytes: Uint8Array.from(Buffer.from(digits, 'hex')) });
    }
  }
  return all;
}

function readKnown(fields: RawTransaction['fields'], bytes: Uint8Array): KnownTransaction {
  const isPruned = text(fields, 'as_hex') === '';
  const read = readForm(bytes, isPruned ? Buffer.from(text(fields, 'prunable_hash'), 'hex') : undefined);
  const height = fields['in_pool'] === true ? undefined : wholeNumber(fields, 'block_height');
  return { txid: read?.txid ?? printedHash(fields, 'tx_hash'), bytes, height, read };
}

function readForm(bytes: Uint8Array, tail: Uint8Array | undefined): ReadTransaction | undefined {
  try {
    return readTransaction(bytes, tail);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `free`: no transaction that the node has spends it. */
export type ImageState = 'free' | 'in-block' | 'waiting';

/** What a node says of images, in their order. */
export async function askImages(
  { paths }: MoneroNode,
  images: readonly string[],
): Promise<readonly ImageState[]> {
  if (images.length === 0) return [];
  const given = { key_images: images };
  const answer = answerOf(valueOf(await paths.is_key_image_spent.call('', given)), 'is_key_image_spent');
  const states = list(answer, 'spent_status');
  if (states.length !== images.length) throw new UnreadableAnswer('it says too little of what is spent');
  return states.map((state) => {
    const name = (['free', 'in-block', 'waiting'] as const)[Number(state)];
    if (name === undefined) throw new UnreadableAnswer(`${String(state)} is no state of an image`);
    return name;
  });
}

/** What waits at a node: by the image of what it spends, the transactions that do. */
export async function askWaiting({ paths }: MoneroNode): Promise<ReadonlyMap<string, readonly string[]>> {
  const answer = answerOf(valueOf(await paths.get_transaction_pool.call('', {})), 'get_transaction_pool');
  const { spent_key_images: spent = [] } = answer;
  return new Map(
    list({ spent }, 'spent').map((each) => {
      const fields = fieldsOf(each, 'an image');
      return [printedHash(fields, 'id_hash'), list(fields, 'txs_hashes').map(String)];
    }),
  );
}

export interface BlockContent {
  readonly hash: string;
  /** When its maker says that it was made, ms; up to two hours off. */
  readonly at: number;
  readonly txids: readonly string[];
}

export async function askBlock({ rpc }: MoneroNode, height: number): Promise<BlockContent> {
  const block = answerOf(valueOf(await rpc.call('get_block', { height })), 'get_block');
  const header = fieldsOf(block['block_header'], 'block_header');
  const { tx_hashes: hashes = [] } = block;
  return {
    hash: printedHash(header, 'hash'),
    at: wholeNumber(header, 'timestamp') * 1000,
    txids: list({ hashes }, 'hashes').map(String),
  };
}
