import { createHash } from 'node:crypto';
import {
  type Fields,
  fieldsOf,
  hex,
  list,
  text,
  UnreadableAnswer,
  wholeNumber,
} from '../../chains/nodes/node-answers.ts';
import { idOf } from './read-payment.ts';
import { writeMessage } from './wire-fields.ts';

export interface BlockHeader {
  readonly number: number;
  /** 64 hexadecimal digits: its number, and then of the hash of its header. */
  readonly id: string;
  readonly parent: string;
  /** In ms. */
  readonly at: number;
}

export interface BlockTransaction {
  readonly txid: string;
  /** What is signed. */
  readonly raw: Uint8Array;
  readonly signatures: readonly Uint8Array[];
  /** `SUCCESS`, or why it failed. */
  readonly result: unknown;
  /** What it does, by the word of the node. */
  readonly contract: BlockContract;
}

/** What a transaction does. Its value has no fields where the node says none. */
interface BlockContract {
  readonly type: unknown;
  readonly value: Fields;
}

export interface Block {
  readonly header: BlockHeader;
  readonly transactions: readonly BlockTransaction[];
}

/**
 * Reads the header of a block. Its id is computed from it, so that it names the block below for certain.
 *
 * @throws UnreadableAnswer where the node has none, or calls it otherwise
 */
export function readHeader(block: Fields): BlockHeader {
  if (block['block_header'] === undefined) throw new UnreadableAnswer('it does not have the block');
  const raw = fieldsOf(fieldsOf(block['block_header'], 'block_header')['raw_data'], 'raw_data');
  const number = raw['number'] === undefined ? 0 : wholeNumber(raw, 'number');
  const at = raw['timestamp'] === undefined ? 0 : wholeNumber(raw, 'timestamp');
  const optional = (name: string): Uint8Array =>
    raw[name] === undefined ? new Uint8Array() : hex(raw, name);
  const count = (name: string): bigint => (raw[name] === undefined ? 0n : BigInt(wholeNumber(raw, name)));
  const written = writeMessage([
    [1, BigInt(at)],
    [2, optional('txTrieRoot')],
    [3, optional('parentHash')],
    [7, BigInt(number)],
    [8, count('witness_id')],
    [9, optional('witness_address')],
    [10, count('version')],
    [11, optional('accountStateRoot')],
  ]);
  const hash = createHash('sha256').update(written).digest('hex');
  const id = number.toString(16).padStart(16, '0') + hash.slice(16);
  if (block['blockID'] !== id)
    throw new UnreadableAnswer(`its block ${number} has another id than its header`);
  return { number, id, at, parent: text(raw, 'parentHash') };
}

/** Reads a block with its transactions, whose ids are computed from their bytes. */
export function readBlock(block: Fields): Block {
  const listed = block['transactions'] === undefined ? [] : list(block, 'transactions');
  return {
    header: readHeader(block),
    transactions: listed.map((each) => readTransaction(fieldsOf(each, 'a transaction'))),
  };
}

function readTransaction(fields: Fields): BlockTransaction {
  const raw = hex(fields, 'raw_data_hex');
  const txid = idOf(raw);
  if (fields['txID'] !== txid) throw new UnreadableAnswer(`it has other bytes of ${String(fields['txID'])}`);
  const signatures = fields['signature'] === undefined ? [] : list(fields, 'signature');
  const [result] = fields['ret'] === undefined ? [] : list(fields, 'ret');
  return {
    txid,
    raw,
    signatures: signatures.map((signature) => hex({ signature }, 'signature')),
    result: result === undefined ? undefined : fieldsOf(result, 'ret')['contractRet'],
    contract: contractIn(fields),
  };
}

function contractIn(fields: Fields): BlockContract {
  try {
    const [first] = list(fieldsOf(fields['raw_data'], 'raw_data'), 'contract');
    const { type, parameter } = fieldsOf(first, 'contract');
    return { type, value: fieldsOf(fieldsOf(parameter, 'parameter')['value'], 'value') };
  } catch {
    // A kind of transaction that the node has no words for.
    return { type: undefined, value: {} };
  }
}
