import { targetOfBits } from '@openlode/stratum/core/difficulty';
import {
  type Fields,
  fieldsOf,
  hex,
  list,
  printedHash,
  UnreadableAnswer,
  wholeNumber,
} from '../nodes/node-answers.ts';
import type { ChainFacts } from './chain-facts.ts';
import type { CoinbaseOutput } from './coinbase.ts';
import { isEmpty, readSmartnodes, smartnodeFields } from './smartnode-payments.ts';

/** The next block as a node proposes it (`getblocktemplate`, BIP 22 and 23), without a coinbase. */
export interface NodeTemplate {
  readonly height: number;
  /** The block below, as printed. */
  readonly previous: string;
  readonly version: number;
  readonly bits: number;
  /** Unix seconds of the node's clock; a block may carry a later time. */
  readonly time: number;
  /** What the coinbase may pay the pool, fees included, in the chain's smallest units. */
  readonly value: bigint;
  /** What of that is fees of the transactions; undefined where the node does not say it of each. */
  readonly fees: bigint | undefined;
  /** What it must pay others. */
  readonly demanded: readonly CoinbaseOutput[];
  /** What stands behind the coinbase, in a transaction of a kind of its own; undefined on most chains. */
  readonly payload: Uint8Array | undefined;
  /** In the order that the block must have. */
  readonly transactions: readonly NodeTransaction[];
  /** Bytes that the node wants in the script of the coinbase; nearly always none. */
  readonly flags: Uint8Array;
  /** The script of the output that commits to the witnesses (BIP 141); undefined before a chain has them. */
  readonly witnessCommitment: Uint8Array | undefined;
  /** Litecoin's extension block, which follows the transactions. */
  readonly extension: Uint8Array | undefined;
}

/** What of a chain decides how its templates are read. */
export type TemplateRules = Pick<ChainFacts, 'rules' | 'paysSmartnodes' | 'hasUnnamedWitnesses'>;

export interface NodeTransaction {
  /** 32 bytes as hashed. */
  readonly txid: Uint8Array;
  readonly bytes: Uint8Array;
}

const transactionsMax = 100_000;
/** Of the 100 bytes that the script of a coinbase may have. */
const flagBytesMax = 20;
const commitmentStart = '6a24aa21a9ed';

/** Outputs that some chains demand of a coinbase, by the field that names them: this release pays none of them. */
const demands: readonly (readonly [field: string, what: string])[] = [
  ['coinbasetxn', 'a coinbase that the node has built itself'],
  ['fundingstreams', 'payments to funding streams'],
  ['lockboxstreams', 'payments to a lockbox'],
  ['founder', "the founder's part"],
  ['smartnode', 'payments to smartnodes'],
  ['masternode', 'payments to masternodes'],
  ['znode', 'payments to znodes'],
  ['superblock', 'payments of a superblock'],
  ['devfee', "the developers' part"],
  ['payee', 'a payment to a second payee'],
  ['coinbase_payload', 'a payload behind the coinbase'],
];

/**
 * Reads a template.
 *
 * @param rules of the chain, those that the pool understands; a template under any other that must be obeyed (`!name`) is refused
 * @throws UnreadableAnswer where a field is missing or wrong, or the block would need what this release cannot build
 */
export function readTemplate(
  answer: unknown,
  { rules, paysSmartnodes, hasUnnamedWitnesses }: TemplateRules,
): NodeTemplate {
  const fields = fieldsOf(answer, 'the template');
  refuseDemands(fields, paysSmartnodes === true ? smartnodeFields : []);
  refuseRules(fields, rules);
  const bits = readBits(fields);
  const value = BigInt(wholeNumber(fields, 'coinbasevalue'));
  const due = paysSmartnodes === true ? readSmartnodes(fields, value) : { demanded: [], payload: undefined };
  return {
    height: wholeNumber(fields, 'height'),
    previous: printedHash(fields, 'previousblockhash'),
    version: readVersion(fields),
    bits,
    time: wholeNumber(fields, 'curtime'),
    value: due.demanded.reduce((rest, output) => rest - output.value, value),
    fees: readFees(fields),
    ...due,
    transactions: readTransactions(fields),
    flags: readFlags(fields),
    witnessCommitment:
      hasUnnamedWitnesses === true || hasWitnesses(fields) ? readCommitment(fields) : undefined,
    extension: fields['mweb'] === undefined ? undefined : hex(fields, 'mweb'),
  };
}

function refuseDemands(fields: Fields, built: readonly string[]): void {
  for (const [field, what] of demands) {
    if (isEmpty(fields[field]) || built.includes(field)) continue;
    throw new UnreadableAnswer(`the block must carry ${what} (${field}): this release cannot build it`);
  }
}

function refuseRules(fields: Fields, known: readonly string[]): void {
  if (fields['rules'] === undefined) return;
  for (const rule of list(fields, 'rules')) {
    if (typeof rule !== 'string') throw new UnreadableAnswer('rules holds something that is no text');
    if (rule.startsWith('!') && !known.includes(rule.slice(1)))
      throw new UnreadableAnswer(
        `the block must obey the rule ${rule.slice(1)}, which this release does not know`,
      );
  }
}

export function readBits(fields: Fields): number {
  const bits = Buffer.from(hex(fields, 'bits', 4)).readUInt32BE();
  const target = targetOfBits(bits);
  if (target <= 0n || target >= 1n << 256n) throw new UnreadableAnswer('bits is no target');
  if (fields['target'] !== undefined && BigInt(`0x${printedHash(fields, 'target')}`) !== target)
    throw new UnreadableAnswer('target is not the one of bits');
  return bits;
}

/** Nodes print it as a signed number. */
function readVersion(fields: Fields): number {
  const { version } = fields;
  if (!Number.isInteger(version) || Math.abs(version as number) > 0xffffffff)
    throw new UnreadableAnswer('version is no number of 32 bits');
  return (version as number) >>> 0;
}

function readTransactions(fields: Fields): NodeTransaction[] {
  const transactions = list(fields, 'transactions');
  if (transactions.length > transactionsMax)
    throw new UnreadableAnswer(`${transactions.length} transactions are more than a block holds`);
  return transactions.map((each) => {
    const transaction = fieldsOf(each, 'a transaction');
    // Nodes from before segregated witness know a single hash.
    const name = transaction['txid'] === undefined ? 'hash' : 'txid';
    return {
      txid: Buffer.from(hex(transaction, name, 32)).reverse(),
      bytes: hex(transaction, 'data'),
    };
  });
}

/** They are only looked at, so that a node that names them otherwise is none that is wrong. */
function readFees(fields: Fields): bigint | undefined {
  let sum = 0n;
  for (const each of list(fields, 'transactions')) {
    const { fee } = fieldsOf(each, 'a transaction');
    if (!Number.isSafeInteger(fee) || (fee as number) < 0) return undefined;
    sum += BigInt(fee as number);
  }
  return sum;
}

function readFlags(fields: Fields): Uint8Array {
  if (fields['coinbaseaux'] === undefined) return new Uint8Array(0);
  const aux = fieldsOf(fields['coinbaseaux'], 'coinbaseaux');
  const flags = aux['flags'] === undefined ? new Uint8Array(0) : hex(aux, 'flags');
  if (flags.length > flagBytesMax)
    throw new UnreadableAnswer(`coinbaseaux wants ${flags.length} bytes, ${flagBytesMax} at most have room`);
  return flags;
}

function readCommitment(fields: Fields): Uint8Array | undefined {
  const name = 'default_witness_commitment';
  if (fields[name] === undefined) return undefined;
  const script = hex(fields, name, 38);
  if (!Buffer.from(script).toString('hex').startsWith(commitmentStart))
    throw new UnreadableAnswer(`${name} is no commitment to witnesses`);
  return script;
}

/** bcoin names a commitment also where the block must not have one yet: the rule is not in force. */
function hasWitnesses(fields: Fields): boolean {
  if (fields['rules'] === undefined) return true;
  return list(fields, 'rules').some((rule) => rule === 'segwit' || rule === '!segwit');
}
