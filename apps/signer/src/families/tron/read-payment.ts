import { idClaim, Refused, type ReadTransaction, type UnsignedRequest } from '../family.ts';
import { accountOfKey, targetOf } from './keys.ts';
import { readFields } from './read-fields.ts';
import { idOf, signTron, type TronFields, writeRaw } from './transaction.ts';

/** A payment has 134 bytes, of a token some 213. */
const digitsMax = 500;
/** From being built to its end, in ms. */
const openMax = 3_600_000n;
/** Between the clock by which it was built and that of the signer, in ms. */
const apartMax = 600_000n;
/**
 * The most that the network takes for a payment, in sun: what it takes for opening the account of a payee, 1 TRX and 0.1. A payment of fewer than 300 bytes to an account that is
 * there takes less; so do the bytes of a payment of a token, whose execution has a limit of its own. The parameters of the network are what witnesses vote for, and no transaction bounds them.
 */
const feeMost = 1_100_000n;

/**
 * Reads an unsigned payment and compares it with the one order: payee and amount are the order's, and it can do nothing else. It ends within an hour, by the clock of the signer: what it has signed two hours ago has ended,
 * whatever other clocks say, and needs not be asked for any more.
 *
 * @throws Refused
 */
export function readPayment({
  network,
  orders,
  unsigned,
  secrets,
  now = 0,
}: UnsignedRequest): ReadTransaction {
  const [order, another] = orders;
  if (order === undefined || another !== undefined)
    throw new Refused('unsupported', 'A transaction makes one payment.');
  const { payoutId, address, amount, token } = order;
  const fields = readUnsigned(unsigned, BigInt(now));
  const secret = secrets.find((each) => accountOfKey(each) === fields.owner);
  if (secret === undefined) throw new Refused('foreign-input', 'No key of the signer is of this account.');
  const payee = targetOf(network, address);
  if (payee === undefined) throw new Refused('address', `An address is none of ${network}.`, [payoutId]);
  if (secrets.some((each) => accountOfKey(each) === payee))
    throw new Refused('own-address', 'An order pays the signer itself.', [payoutId]);
  // What is sent to a token's own contract is lost.
  if (payee === token) throw new Refused('address', 'An order pays the token itself.', [payoutId]);
  if (fields.call?.token !== token)
    throw new Refused('outputs', 'It pays another asset than its order.', [payoutId]);
  if (fields.payee !== payee || fields.amount !== amount)
    throw new Refused('outputs', 'It pays another account or amount than its order.', [payoutId]);
  return readTransaction(fields, secret);
}

function readUnsigned(unsigned: UnsignedRequest['unsigned'], now: bigint): TronFields {
  const isHex = typeof unsigned === 'string' && /^(?:[0-9a-f]{2})+$/.test(unsigned);
  const fields = isHex && unsigned.length <= digitsMax ? readFields(Buffer.from(unsigned, 'hex')) : undefined;
  if (fields === undefined)
    throw new Refused('unreadable', 'It is no payment in the one way in which they are written.');
  const { expiration, timestamp } = fields;
  if (expiration <= timestamp || expiration - timestamp > openMax)
    throw new Refused('unsupported', 'It does not end within an hour after it was built.');
  if (timestamp > now + apartMax || timestamp < now - apartMax)
    throw new Refused('unsupported', 'Its time is more than ten minutes from that of the signer.');
  return fields;
}

function readTransaction(fields: TronFields, secret: Uint8Array): ReadTransaction {
  const raw = writeRaw(fields);
  const id = Buffer.from(idOf(raw)).toString('hex');
  return {
    name: id,
    claims: [idClaim(id)],
    fee: feeMost + (fields.call?.feeLimit ?? 0n),
    size: 1n,
    sign: () => signTron(raw, secret),
  };
}
