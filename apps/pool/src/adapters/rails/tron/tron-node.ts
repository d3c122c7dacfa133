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
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import type { NodeTip } from '../ask-nodes.ts';
import { type BlockHeader, readHeader } from './blocks.ts';
import { readLogs } from './read-logs.ts';
import type { ContractLog } from './token-transfer.ts';

/** What is asked of a node, each a path of its own below `/wallet`. */
export const tronPaths = [
  'getnodeinfo',
  'getblock',
  'getblockbylimitnext',
  'gettransactioninfobyid',
  'getaccount',
  'getchainparameters',
  'broadcasthex',
  'triggerconstantcontract',
] as const;
export type TronPath = (typeof tronPaths)[number];

/** A full node (java-tron) of the operator. */
export interface TronNode {
  readonly name: string;
  readonly paths: Readonly<Record<TronPath, NodeRpc>>;
}

/**
 * Asks a node. What it does not know it answers with no fields, and what it refuses with `Error`, both with status 200.
 *
 * @throws UnreadableAnswer where nothing comes back that can be read, or it refuses
 */
export async function ask(node: TronNode, path: TronPath, params: Fields = {}): Promise<Fields> {
  const fields = fieldsOf(valueOf(await node.paths[path].call(path, params)), path);
  if (fields['Error'] !== undefined)
    throw new UnreadableAnswer(`it refuses ${path}: ${text(fields, 'Error')}`);
  return fields;
}

/** Where a node is. Heights are those of solidified blocks: nineteen of the 27 witnesses have built on them, and nothing undoes them. */
export interface TronTip extends NodeTip {
  readonly genesis: string;
  /** The newest block that is solidified. */
  readonly solid: BlockHeader;
}

/** The first block of the real network. */
const mainGenesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

/** Blocks come every three seconds, and are solidified a minute later. */
const behindMs = 180_000;

/**
 * Asks a node for its newest solidified block.
 *
 * @param now in ms
 * @throws UnreadableAnswer where it does not answer, or is a node of another network
 */
export async function askTip(node: TronNode, kind: NodePoolKind, now: number): Promise<TronTip> {
  const info = await ask(node, 'getnodeinfo');
  const genesis = text(await ask(node, 'getblock', { id_or_num: '0', detail: false }), 'blockID');
  if ((genesis === mainGenesis) !== (kind === 'real'))
    throw new OtherChain(
      `it is a node of the ${kind === 'real' ? 'network that begins with' : 'real network, with'} block ${genesis}`,
    );
  const [, number, id] = /^Num:(\d+),ID:([0-9a-f]{64})$/.exec(text(info, 'solidityBlock')) ?? [];
  if (number === undefined) throw new UnreadableAnswer('it does not say which block is solidified');
  const solid = await askHeader(node, Number(number));
  if (solid.id !== id) throw new UnreadableAnswer(`it has another block ${number} than it calls solidified`);
  return { genesis, solid, height: solid.number, isSynced: Math.abs(now - solid.at) <= behindMs };
}

/** @throws UnreadableAnswer where the node does not have it */
export async function askHeader(node: TronNode, number: number): Promise<BlockHeader> {
  const header = readHeader(await ask(node, 'getblock', { id_or_num: number.toString(), detail: false }));
  if (header.number !== number) throw new UnreadableAnswer(`it answers with another block than ${number}`);
  return header;
}

/** The newest block, which may be undone. */
export async function askHead(node: TronNode): Promise<BlockHeader> {
  return readHeader(await ask(node, 'getblock', { detail: false }));
}

/** An account, by what the newest block and what waits have made of it. */
export interface AccountState {
  /** In sun; undefined beyond what a number of JSON says exactly, nine billion TRX. */
  readonly balance: bigint | undefined;
  readonly isContract: boolean;
  /** When something of it was executed last, in ms: the time of the block below. 0 where nothing was. */
  readonly operatedAt: number;
}

/** Undefined where the node knows none. @param account 21 bytes in hex */
export async function accountOn(node: TronNode, account: string): Promise<AccountState | undefined> {
  const fields = await ask(node, 'getaccount', { address: account });
  if (fields['address'] === undefined) return undefined;
  if (fields['address'] !== account) throw new UnreadableAnswer('it answers with another account');
  return {
    balance: Number.isSafeInteger(fields['balance'] ?? 0) ? sunIn(fields, 'balance') : undefined,
    isContract: fields['type'] === 'Contract',
    operatedAt: optionalNumber(fields, 'latest_opration_time'),
  };
}

/** What the network takes, in sun. */
export interface FeeParameters {
  /** For a byte, where an account has no bandwidth left. */
  readonly byte: bigint;
  /** For opening the account of a payee. */
  readonly opening: bigint;
  /** For a unit of energy, which contracts are executed with. */
  readonly energy: bigint;
}

export async function askFees(node: TronNode): Promise<FeeParameters> {
  const given = list(await ask(node, 'getchainparameters'), 'chainParameter').map((each) =>
    fieldsOf(each, 'a parameter'),
  );
  const of = (key: string): bigint => {
    const found = given.find((each) => each['key'] === key);
    if (found === undefined) throw new UnreadableAnswer(`it names no parameter ${key}`);
    return sunIn(found, 'value');
  };
  return {
    byte: of('getTransactionFee'),
    opening: of('getCreateNewAccountFeeInSystemContract') + of('getCreateAccountFee'),
    energy: of('getEnergyFee'),
  };
}

/** What became of a transaction that is in a block; undefined where the node knows none, which proves nothing. */
export interface TransactionInfo {
  readonly block: number;
  /** In ms. */
  readonly at: number;
  /** In sun. */
  readonly fee: bigint;
  /** What became of the call of a contract, as `SUCCESS`; undefined where none was called. */
  readonly called: unknown;
  /** What it answered, in hex. */
  readonly answer: unknown;
  readonly logs: readonly ContractLog[];
}

export async function askInfo(node: TronNode, txid: string): Promise<TransactionInfo | undefined> {
  const fields = await ask(node, 'gettransactioninfobyid', { value: txid });
  if (fields['id'] === undefined) return undefined;
  if (fields['id'] !== txid) throw new UnreadableAnswer(`it answers with another transaction for ${txid}`);
  return {
    block: wholeNumber(fields, 'blockNumber'),
    at: wholeNumber(fields, 'blockTimeStamp'),
    fee: sunIn(fields, 'fee'),
    called: fields['receipt'] === undefined ? undefined : fieldsOf(fields['receipt'], 'receipt')['result'],
    answer: fields['contractResult'] === undefined ? undefined : list(fields, 'contractResult')[0],
    logs: fields['log'] === undefined ? [] : readLogs(fields, 'log'),
  };
}

/** A whole number that is left out where it is 0. */
function optionalNumber(fields: Fields, name: string): number {
  return fields[name] === undefined ? 0 : wholeNumber(fields, name);
}

/** An amount, in sun. */
export function sunIn(fields: Fields, name: string): bigint {
  return BigInt(optionalNumber(fields, name));
}
