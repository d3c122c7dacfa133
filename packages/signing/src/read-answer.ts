import { countOf, fieldsOf, flagOf, listOf, textOf, unitsOf, UnreadableMessage } from './json-fields.ts';
import { readJournalHead } from './journal-head.ts';
import { readKind } from './read-kind.ts';
import { contractPattern, readOrder } from './read-order.ts';
import {
  ordersMax,
  refusalReasons,
  type Described,
  type KeyDescription,
  type KeyImages,
  type NetworkDescription,
  type RefusalReason,
  type Signed,
  type SignedTransaction,
  type SignerAnswer,
  type TokenDescription,
  type Transactions,
} from './messages.ts';

export { UnreadableMessage } from './json-fields.ts';

/**
 * Reads one line that answers. What it says is not to be believed more than the bytes: the pool decodes them itself.
 *
 * @throws UnreadableMessage where it is no answer of this protocol
 */
export function readAnswer(line: string): SignerAnswer {
  const value = parse(line);
  const ok = typeof value === 'object' && value !== null && 'ok' in value ? value.ok : undefined;
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (ok === false) return readRefusal(value);
  if (ok === true && type === 'signed') return readSigned(value);
  if (ok === true && type === 'described') return readDescribed(value);
  if (ok === true && type === 'transactions') return readTransactions(value);
  if (ok === true && type === 'key-images') return readKeyImages(value);
  throw new UnreadableMessage('the line is no answer of a signer');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UnreadableMessage('the line is no JSON');
  }
}

function readRefusal(value: unknown): SignerAnswer {
  const { reason, why, payoutIds } = fieldsOf(value, 'a refusal', ['ok', 'reason', 'why'], ['payoutIds']);
  const known = refusalReasons.find((each) => each === reason);
  if (known === undefined) throw new UnreadableMessage('reason is none that a signer gives');
  return {
    ok: false,
    reason: known satisfies RefusalReason,
    why: textOf(why, 'why', /^/),
    ...(payoutIds === undefined
      ? {}
      : { payoutIds: listOf(payoutIds, 'payoutIds', 1000, (each) => textOf(each, 'payoutId', /^/)) }),
  };
}

/** 32 bytes, or 64 where a signature is the id. */
const txidPattern = /^(?:[0-9a-f]{64}){1,2}$/;
const bytesPattern = /^(?:[0-9a-f]{2})+$/;

function readSigned(value: unknown): Signed {
  const fields = fieldsOf(value, 'the answer', [
    'ok',
    'type',
    'bytes',
    'txid',
    'fee',
    'claims',
    'again',
    'journal',
  ]);
  return {
    ok: true,
    type: 'signed',
    bytes: textOf(fields['bytes'], 'bytes', bytesPattern),
    txid: textOf(fields['txid'], 'txid', txidPattern),
    fee: unitsOf(fields['fee'], 'fee'),
    claims: readClaims(fields['claims']),
    again: flagOf(fields['again'], 'again'),
    journal: readJournalHead(fields['journal']),
  };
}

function readTransactions(value: unknown): Transactions {
  const fields = fieldsOf(value, 'the answer', ['ok', 'type', 'transactions', 'count', 'journal']);
  return {
    ok: true,
    type: 'transactions',
    transactions: listOf(fields['transactions'], 'transactions', 1000, readTransaction),
    count: countOf(fields['count'], 'count'),
    journal: readJournalHead(fields['journal']),
  };
}

function readTransaction(value: unknown): SignedTransaction {
  const names = ['network', 'kind', 'orders', 'txid', 'fee', 'claims', 'bytes'];
  const fields = fieldsOf(value, 'a transaction', names);
  return {
    network: textOf(fields['network'], 'network', /^.+$/),
    kind: readKind(fields['kind']),
    orders: listOf(fields['orders'], 'orders', ordersMax, readOrder),
    txid: textOf(fields['txid'], 'txid', txidPattern),
    fee: unitsOf(fields['fee'], 'fee'),
    claims: readClaims(fields['claims']),
    bytes: textOf(fields['bytes'], 'bytes', bytesPattern),
  };
}

/** A wallet of more outputs has to be put together first. */
const imagesMax = 100_000;

function readKeyImages(value: unknown): KeyImages {
  const { images } = fieldsOf(value, 'the answer', ['ok', 'type', 'images']);
  return {
    ok: true,
    type: 'key-images',
    images: listOf(images, 'images', imagesMax, (each) => {
      const { image, signature } = fieldsOf(each, 'an image', ['image', 'signature']);
      return {
        image: textOf(image, 'image', /^[0-9a-f]{64}$/),
        signature: textOf(signature, 'signature', /^[0-9a-f]{128}$/),
      };
    }),
  };
}

function readClaims(value: unknown): string[] {
  return listOf(value, 'claims', 1000, (each) => textOf(each, 'a claim', /^.+$/));
}

function readDescribed(value: unknown): Described {
  const fields = fieldsOf(value, 'the answer', ['ok', 'type', 'networks', 'journal']);
  return {
    ok: true,
    type: 'described',
    networks: listOf(fields['networks'], 'networks', 1000, readNetwork),
    journal: readJournalHead(fields['journal']),
  };
}

function readNetwork(value: unknown): NetworkDescription {
  const names = ['network', 'keys', 'limits', 'spentToday', 'sweepTo'];
  const fields = fieldsOf(value, 'a network', names, ['tokens']);
  const { tokens } = fields;
  const limits = fieldsOf(fields['limits'], 'limits', ['payment', 'day', 'fee', 'feeRate']);
  return {
    network: textOf(fields['network'], 'network', /^.+$/),
    keys: listOf(fields['keys'], 'keys', 1000, readKey),
    limits: {
      payment: unitsOf(limits['payment'], 'payment'),
      day: unitsOf(limits['day'], 'day'),
      fee: unitsOf(limits['fee'], 'fee'),
      feeRate: unitsOf(limits['feeRate'], 'feeRate'),
    },
    spentToday: unitsOf(fields['spentToday'], 'spentToday'),
    ...(tokens === undefined ? {} : { tokens: listOf(tokens, 'tokens', 1000, readToken) }),
    sweepTo: listOf(fields['sweepTo'], 'sweepTo', 1000, (each) => textOf(each, 'an address', /^.+$/)),
  };
}

function readToken(value: unknown): TokenDescription {
  const names = ['token', 'name', 'decimals', 'payment', 'day', 'spentToday'];
  const fields = fieldsOf(value, 'a token', names);
  return {
    token: textOf(fields['token'], 'token', contractPattern),
    name: textOf(fields['name'], 'name', /^.+$/),
    decimals: countOf(fields['decimals'], 'decimals'),
    payment: unitsOf(fields['payment'], 'payment'),
    day: unitsOf(fields['day'], 'day'),
    spentToday: unitsOf(fields['spentToday'], 'spentToday'),
  };
}

function readKey(value: unknown): KeyDescription {
  const fields = fieldsOf(value, 'a key', ['address', 'publicKey', 'script']);
  return {
    address: textOf(fields['address'], 'address', /^.+$/),
    publicKey: textOf(fields['publicKey'], 'publicKey', /^[0-9a-f]+$/),
    script: textOf(fields['script'], 'script', /^[0-9a-f]+$/),
  };
}
