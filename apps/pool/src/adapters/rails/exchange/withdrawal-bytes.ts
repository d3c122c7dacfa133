import type { WithdrawnPayment } from '../../../domain/kernel/payout-withdrawals.ts';
import type { BytesOnNetwork, DecodedPayment, InvalidationProof } from '../../../domain/kernel/rail.ts';
import { membersOf, textOf } from '../../../runtime/read-json.ts';

/** A payout as it is stored: what an exchange is asked for, word by word. Amounts in units of 10^-18. */
export interface StoredWithdrawal extends WithdrawnPayment {
  readonly place: string;
  /** The exchange's id, of one that only its record has. */
  readonly exchangeId?: string | undefined;
}

const ids = /^[a-z0-9][a-z0-9-]{0,17}$/;
const wholes = /^\d{1,78}$/;

/** How payouts and journals name it: by our id, or by the exchange's where there is none of ours. */
export function nameOfWithdrawal({ place, id, exchangeId }: StoredWithdrawal): string {
  return exchangeId === undefined ? `${place}-${id}` : `${place}-record-${exchangeId}`;
}

/** The same bytes for the same payout: nothing is drawn, and nothing is of the moment. */
export function encodeWithdrawal(withdrawal: StoredWithdrawal): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ withdrawal: 1, ...fieldsOf(withdrawal) }));
}

/** As text, in the order of the bytes. */
function fieldsOf({
  place,
  id,
  exchangeId,
  coin,
  network,
  address,
  memo,
  amount,
  feeMax,
}: StoredWithdrawal): Readonly<Record<string, string>> {
  return {
    place,
    id,
    ...(exchangeId !== undefined && { exchangeId }),
    coin,
    network,
    address,
    memo,
    amount: amount.toString(),
    feeMax: feeMax.toString(),
  };
}

function readFields(read: Readonly<Record<string, unknown>>): StoredWithdrawal {
  const whole = (name: 'amount' | 'feeMax'): bigint => {
    const value = textOf(read[name]);
    if (!wholes.test(value)) throw new Error(`${name} is no whole number`);
    return BigInt(value);
  };
  return {
    place: textOf(read['place']),
    id: textOf(read['id']),
    exchangeId: read['exchangeId'] === undefined ? undefined : textOf(read['exchangeId']),
    coin: textOf(read['coin']),
    network: textOf(read['network']),
    address: textOf(read['address']),
    memo: textOf(read['memo']),
    amount: whole('amount'),
    feeMax: whole('feeMax'),
  };
}

/** @throws where the bytes are none that `encodeWithdrawal` makes */
export function decodeWithdrawal(bytes: Uint8Array): StoredWithdrawal {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const withdrawal = readFields(membersOf(JSON.parse(text)));
  const { id, exchangeId } = withdrawal;
  if (exchangeId === undefined ? !ids.test(id) : id !== '') throw new Error('a withdrawal without an id');
  // Nothing may hide in what is asked for.
  if (new TextDecoder().decode(encodeWithdrawal(withdrawal)) !== text)
    throw new Error('a withdrawal that says more, or otherwise');
  return withdrawal;
}

/** What a rail makes of it. No other withdrawal has its id, so that two with one claim are one. */
export function inspectWithdrawal({ bytes }: Pick<BytesOnNetwork, 'bytes'>): DecodedPayment | 'unreadable' {
  try {
    const withdrawal = decodeWithdrawal(bytes);
    const { coin, network, address, memo, amount, feeMax } = withdrawal;
    const txid = nameOfWithdrawal(withdrawal);
    return {
      network,
      txid,
      outputs: [{ address, memo, asset: coin, amount }],
      claims: [`withdrawal:${txid}`],
      fee: { asset: coin, amount: feeMax },
    };
  } catch {
    return 'unreadable';
  }
}

/** By which it is looked up later. */
export function proofOfWithdrawal(withdrawal: StoredWithdrawal, signedAt: number): InvalidationProof {
  return { ...fieldsOf(withdrawal), signedAt: signedAt.toString() };
}

/** What a proof says. Throws on one of another rail. */
export function readProof(proof: InvalidationProof): StoredWithdrawal & { readonly signedAt: number } {
  return { ...readFields(proof), signedAt: Number(textOf(proof['signedAt'])) };
}
