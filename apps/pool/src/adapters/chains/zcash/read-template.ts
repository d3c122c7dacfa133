import { fromDisplay, toDisplay } from '../bitcoin/hash-text.ts';
import { merkleBranch } from '../bitcoin/merkle-branch.ts';
import { readBits } from '../bitcoin/read-template.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import {
  type Fields,
  fieldsOf,
  hex,
  list,
  printedHash,
  UnreadableAnswer,
  wholeNumber,
} from '../nodes/node-answers.ts';
import { type Coinbase, readCoinbase } from './coinbase.ts';
import { authDataBranch, authDataRoot, commitmentsOf, digestsOf } from './digests.ts';

/** The next block as a node of Zcash proposes it, with a coinbase of its own making. */
export interface ZcashTemplate {
  readonly height: number;
  /** The block below, as printed. */
  readonly previous: string;
  readonly version: number;
  readonly bits: number;
  /** Unix seconds. */
  readonly time: number;
  readonly coinbase: Coinbase;
  /** What it pays the pool, in 10^-8 ZEC. */
  readonly value: bigint;
  /** All others, in the block's order. */
  readonly transactions: readonly Uint8Array[];
  readonly merkleBranch: readonly Uint8Array[];
  readonly authDataBranch: readonly Uint8Array[];
  /** The root of the history of the chain, as hashed. */
  readonly chainHistory: Uint8Array;
}

const transactionsMax = 100_000;
const versionMax = 0x7fffffff;

/**
 * Reads an answer to `getblocktemplate`, and holds its roots against those that are computed here: under rules that change them no
 * block of this release would be one.
 *
 * @param script that blocks pay to
 * @throws UnreadableAnswer, in words for an operator, where a field is missing or wrong, or the block pays others
 */
export function readTemplate(answer: unknown, script: Uint8Array): ZcashTemplate {
  const fields = fieldsOf(answer, 'the template');
  const coinbase = coinbaseOf(fields);
  const transactions = list(fields, 'transactions').map((each) => fieldsOf(each, 'a transaction'));
  if (transactions.length > transactionsMax)
    throw new UnreadableAnswer(`${transactions.length} transactions are more than a block holds`);
  const hashesOf = (name: string): Uint8Array[] =>
    transactions.map((each) => fromDisplay(printedHash(each, name)));
  const roots = fieldsOf(fields['defaultroots'], 'defaultroots');
  const version = wholeNumber(fields, 'version');
  if (version > versionMax) throw new UnreadableAnswer('version is no number of 31 bits');
  const template = {
    height: wholeNumber(fields, 'height'),
    previous: printedHash(fields, 'previousblockhash'),
    version,
    bits: bitsOf(fields),
    time: wholeNumber(fields, 'curtime'),
    coinbase,
    value: paidTo(script, coinbase),
    transactions: transactions.map((each) => hex(each, 'data')),
    merkleBranch: merkleBranch(hashesOf('hash')),
    authDataBranch: authDataBranch(hashesOf('authdigest')),
    chainHistory: fromDisplay(printedHash(roots, 'chainhistoryroot')),
  };
  const { merkleRoot, commitments } = rootsOf(template, coinbase);
  if (toDisplay(merkleRoot) !== printedHash(roots, 'merkleroot'))
    throw new UnreadableAnswer('its merkleroot is not the one that is computed here');
  if (toDisplay(commitments) !== printedHash(roots, 'blockcommitmentshash'))
    throw new UnreadableAnswer('its blockcommitmentshash is not the one that is computed here');
  return template;
}

/** The two roots of a header over a coinbase. */
export function rootsOf(
  template: Pick<ZcashTemplate, 'merkleBranch' | 'authDataBranch' | 'chainHistory'>,
  coinbase: Coinbase,
): { readonly merkleRoot: Uint8Array; readonly commitments: Uint8Array } {
  const { txid, authDigest } = digestsOf(coinbase);
  return {
    merkleRoot: template.merkleBranch.reduce<Uint8Array>(
      (left, right) => sha256d(Buffer.concat([left, right])),
      txid,
    ),
    commitments: commitmentsOf(template.chainHistory, authDataRoot(authDigest, template.authDataBranch)),
  };
}

function coinbaseOf(fields: Fields): Coinbase {
  const bytes = hex(fieldsOf(fields['coinbasetxn'], 'coinbasetxn'), 'data');
  try {
    const { coinbase, length } = readCoinbase(bytes);
    if (length !== bytes.length) throw new RangeError('there are bytes behind the coinbase');
    return coinbase;
  } catch (error) {
    throw new UnreadableAnswer((error as Error).message);
  }
}

/** Funding streams get a part, which the node's consensus names: never more than half. */
function paidTo(script: Uint8Array, { outputs }: Coinbase): bigint {
  const all = outputs.reduce((sum, { value }) => sum + value, 0n);
  const value = valueFor(script, outputs);
  if (value * 2n >= all && value > 0n) return value;
  throw new UnreadableAnswer(
    `its coinbase pays ${value} of ${all} to the address of the settings: name that as mining.miner_address (zebrad) or mineraddress (zcashd)`,
  );
}

/** What outputs pay to a script, in 10^-8 ZEC. */
export function valueFor(script: Uint8Array, outputs: Coinbase['outputs']): bigint {
  return outputs
    .filter((output) => Buffer.compare(output.script, script) === 0)
    .reduce((sum, { value }) => sum + value, 0n);
}

/** Of Zcash the target is never left out. */
function bitsOf(fields: Fields): number {
  const bits = readBits(fields);
  printedHash(fields, 'target');
  return bits;
}
