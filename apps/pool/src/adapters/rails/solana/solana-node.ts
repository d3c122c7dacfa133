import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import {
  type Fields,
  fieldsOf,
  list,
  OtherChain,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { NodeRpc, Params } from '../../chains/nodes/node-rpc.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { isGenesisOf } from './solana-facts.ts';

/** A node of the operator, asked by JSON-RPC (solana.com/docs/rpc). */
export interface SolanaNode {
  readonly name: string;
  readonly rpc: NodeRpc;
}

/** What a node is asked about: what two thirds of the stake have voted for, or what nothing takes back any more. */
export type Commitment = 'confirmed' | 'finalized';

/** @throws UnreadableAnswer where there is no result */
export async function ask(rpc: NodeRpc, method: string, params: Params = []): Promise<unknown> {
  return valueOf(await rpc.call(method, params));
}

/**
 * Asks a node for its newest finalized slot, which stands for its height: slots without a block count as well.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export async function askTip(rpc: NodeRpc, kind: NodePoolKind): Promise<NodeTip> {
  const [genesis, slot, health] = await Promise.all([
    ask(rpc, 'getGenesisHash'),
    ask(rpc, 'getSlot', [{ commitment: 'finalized' }]),
    rpc.call('getHealth'),
  ]);
  if (typeof genesis !== 'string') throw new UnreadableAnswer('getGenesisHash is no text');
  if (!isGenesisOf(kind, genesis))
    throw new OtherChain(
      `it is a node of the network that begins with ${genesis.slice(0, 50)}, and the pool is of kind ${kind}`,
    );
  // One that is behind refuses to call itself healthy.
  if (health.kind !== 'result' && health.kind !== 'refused') throw new UnreadableAnswer(health.why);
  const isSynced = health.kind === 'result' && health.value === 'ok';
  return { height: wholeNumber({ slot }, 'slot'), isSynced };
}

/** An account, as a node has it. */
export interface AccountState {
  readonly lamports: bigint;
  /** The program that it belongs to, in base58. */
  readonly owner: string;
  readonly isExecutable: boolean;
  /** How many bytes it keeps. */
  readonly space: number;
  /** The first eighty of them. */
  readonly data: Uint8Array;
}

/** More is not read of any account: that of a nonce has just as many. */
const dataLength = 80;

/** What a node has of accounts, undefined for those that are not there, and the slot that it speaks of. */
export async function askAccounts(
  rpc: NodeRpc,
  addresses: readonly string[],
  commitment: Commitment,
): Promise<{ readonly slot: number; readonly accounts: readonly (AccountState | undefined)[] }> {
  const options = { commitment, encoding: 'base64', dataSlice: { offset: 0, length: dataLength } };
  const answer = fieldsOf(await ask(rpc, 'getMultipleAccounts', [addresses, options]), 'the answer');
  const accounts = list(answer, 'value');
  if (accounts.length !== addresses.length) throw new UnreadableAnswer('it answers for other accounts');
  return {
    slot: wholeNumber(fieldsOf(answer['context'], 'the context'), 'slot'),
    accounts: accounts.map((each) => (each === null ? undefined : readAccount(fieldsOf(each, 'an account')))),
  };
}

function readAccount(fields: Fields): AccountState {
  const [data, encoding] = list(fields, 'data');
  if (typeof data !== 'string' || encoding !== 'base64') throw new UnreadableAnswer('data is no base64');
  return {
    lamports: lamportsIn(fields['lamports'], 'lamports'),
    owner: text(fields, 'owner'),
    isExecutable: fields['executable'] === true,
    space: wholeNumber(fields, 'space'),
    data: Uint8Array.from(Buffer.from(data, 'base64')),
  };
}

/** A number of lamports. Those beyond nine million SOL come as doubles, which are near enough to say that an account is there. */
function lamportsIn(value: unknown, name: string): bigint {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new UnreadableAnswer(`${name} is no whole number from 0 on`);
  return BigInt(value);
}

/** What an account of this many bytes has to keep, in lamports (rent exemption). */
export async function askLeastKept(rpc: NodeRpc, space: number): Promise<bigint> {
  return lamportsIn(await ask(rpc, 'getMinimumBalanceForRentExemption', [space]), 'the least balance');
}

/** A transaction in a block, as a node has it. */
export interface ExecutedTransaction {
  readonly bytes: Uint8Array;
  readonly slot: number;
  /** Of its block, in ms; undefined where the node does not know. */
  readonly at: number | undefined;
  /** Its effect was undone, but for the fee and the nonce. */
  readonly hasFailed: boolean;
  /** In lamports. */
  readonly fee: bigint;
  /** Of the accounts that stand in it and then of those of tables beside, before and after it, in lamports. */
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  /** Accounts of tables beside, in their order. */
  readonly loaded: readonly string[];
}

/** Undefined where the node has none such. */
export async function askTransaction(
  rpc: NodeRpc,
  txid: string,
  commitment: Commitment,
): Promise<ExecutedTransaction | undefined> {
  const options = { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 };
  const answer = await ask(rpc, 'getTransaction', [txid, options]);
  if (answer === null) return undefined;
  const fields = fieldsOf(answer, 'the transaction');
  const meta = fieldsOf(fields['meta'], 'its effects');
  const [bytes, encoding] = list(fields, 'transaction');
  if (typeof bytes !== 'string' || encoding !== 'base64')
    throw new UnreadableAnswer('the transaction is no base64');
  const { blockTime } = fields;
  return {
    bytes: Uint8Array.from(Buffer.from(bytes, 'base64')),
    slot: wholeNumber(fields, 'slot'),
    at: typeof blockTime === 'number' ? blockTime * 1000 : undefined,
    hasFailed: meta['err'] !== null,
    fee: lamportsIn(meta['fee'], 'fee'),
    before: list(meta, 'preBalances'),
    after: list(meta, 'postBalances'),
    loaded: loadedIn(meta),
  };
}

function loadedIn(meta: Fields): readonly string[] {
  const loaded = meta['loadedAddresses'];
  if (loaded === undefined || loaded === null) return [];
  const fields = fieldsOf(loaded, 'loadedAddresses');
  return [...list(fields, 'writable'), ...list(fields, 'readonly')].map(String);
}

/** What a list of transactions says of one. */
export interface ListedTransaction {
  readonly txid: string;
  readonly slot: number;
  /** Of its block, in ms; undefined where the node does not know. */
  readonly at: number | undefined;
  readonly hasFailed: boolean;
}

/** The most that a node lists at once. */
const pageMax = 1000;
/** More is not gone through: who lists it makes it up, or has a node that someone floods. */
const pagesMax = 200;
/** How many transactions of an account are listed at once. */
export const listedMax = pageMax * pagesMax;

/** Where a list of transactions that name an account begins and ends. */
interface Span {
  /** A node that has not come so far refuses. */
  readonly minSlot: number;
  /** The list ends before this transaction; left out where it has to be whole. */
  readonly until?: string | undefined;
}

/** The transactions that name an account, the newest first, a page at a time. */
export async function* listedFor(
  rpc: NodeRpc,
  address: string,
  commitment: Commitment,
  { minSlot, until }: Span,
): AsyncGenerator<ListedTransaction> {
  let before: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const options = {
      commitment,
      limit: pageMax,
      minContextSlot: minSlot,
      ...(before !== undefined && { before }),
      ...(until !== undefined && { until }),
    };
    const answer = await ask(rpc, 'getSignaturesForAddress', [address, options]);
    const page = list({ answer }, 'answer').map((each) => readListed(fieldsOf(each, 'a listed transaction')));
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageMax) return;
    before = last.txid;
  }
  throw new UnreadableAnswer(
    `it lists more than ${listedMax} transactions of ${address} since then, which strangers may have made: payouts of SOL wait until fewer have to be read at once (docs/solana-payments.md)`,
  );
}

function readListed(fields: Fields): ListedTransaction {
  const { blockTime } = fields;
  return {
    txid: text(fields, 'signature'),
    slot: wholeNumber(fields, 'slot'),
    at: typeof blockTime === 'number' ? blockTime * 1000 : undefined,
    hasFailed: fields['err'] !== null,
  };
}

/** The oldest slot of which a node has the transactions. */
export async function askOldestSlot(rpc: NodeRpc): Promise<number> {
  return wholeNumber({ slot: await ask(rpc, 'getFirstAvailableBlock') }, 'slot');
}

/** How far the network has come with a transaction at this node; undefined where it knows none such, anywhere in its history. */
export async function askStatus(
  rpc: NodeRpc,
  txid: string,
): Promise<'processed' | 'confirmed' | 'finalized' | undefined> {
  const options = { searchTransactionHistory: true };
  const answer = fieldsOf(await ask(rpc, 'getSignatureStatuses', [[txid], options]), 'the answer');
  const [status] = list(answer, 'value');
  if (status === null || status === undefined) return undefined;
  const said = fieldsOf(status, 'the status')['confirmationStatus'];
  if (said === 'processed' || said === 'confirmed' || said === 'finalized') return said;
  // Of what is rooted older nodes say nothing.
  return 'finalized';
}
