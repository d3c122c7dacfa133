import { Refused, type ReadTransaction, type UnsignedRequest } from '../family.ts';
import { readAddress } from './address.ts';
import { keyAccount } from './keys.ts';
import { xrpNetwork } from './networks.ts';
import { readFields } from './read-fields.ts';
import { signingHash, signXrp, unsignedXrp, type XrpFields } from './transaction.ts';

/** A payment has some 150 bytes. */
const digitsMax = 1000;

/**
 * Reads an unsigned payment and compares it with the one order: payee, destination tag and amount are the order's, and it can do nothing else.
 * It has a last ledger, so that it ends by itself.
 *
 * @throws Refused
 */
export function readPayment({ network, orders, unsigned, secrets }: UnsignedRequest): ReadTransaction {
  const [order, another] = orders;
  if (order === undefined || another !== undefined)
    throw new Refused('unsupported', 'A transaction makes one payment.');
  const { payoutId, address, amount, token } = order;
  if (token !== undefined) throw new Refused('not-allowed', 'The signer pays XRP alone.', [payoutId]);
  const fields = readUnsigned(unsigned);
  const secret = readSender(network, fields, secrets);
  const payee = readAddress(network, address);
  if (payee === undefined) throw new Refused('address', `An address is none of ${network}.`, [payoutId]);
  if (secrets.some((each) => keyAccount(each).id === payee.account))
    throw new Refused('own-address', 'An order pays the signer itself.', [payoutId]);
  if (fields.payee !== payee.account || fields.tag !== payee.tag || fields.amount !== amount)
    throw new Refused('outputs', 'It pays another account, tag or amount than its order.', [payoutId]);
  return readTransaction(fields, secret);
}

function readUnsigned(unsigned: UnsignedRequest['unsigned']): XrpFields {
  const isHex = typeof unsigned === 'string' && /^(?:[0-9a-f]{2})+$/.test(unsigned);
  const fields = isHex && unsigned.length <= digitsMax ? readFields(Buffer.from(unsigned, 'hex')) : undefined;
  if (fields === undefined)
    throw new Refused('unreadable', 'It is no payment in the one way in which they are written.');
  return fields;
}

/** The key of the account that sends it. Throws Refused where the fields say what is not signed. */
function readSender(
  network: string,
  { networkId, sequence, lastLedger, account }: XrpFields,
  secrets: readonly Uint8Array[],
): Uint8Array {
  if (networkId !== xrpNetwork(network).networkId)
    throw new Refused('unsupported', `${networkId ?? 'No number'} is not the number of ${network}.`);
  const secret = secrets.find((each) => keyAccount(each).id === account);
  if (secret === undefined) throw new Refused('foreign-input', 'No key of the signer is of this account.');
  if (sequence === 0) throw new Refused('unsupported', 'It has no number of the account.');
  if (lastLedger === 0) throw new Refused('unsupported', 'It has no last ledger.');
  return secret;
}

function readTransaction(fields: XrpFields, secret: Uint8Array): ReadTransaction {
  const unsigned = unsignedXrp(fields, keyAccount(secret).publicKey);
  return {
    name: `${fields.account} ${Buffer.from(signingHash(unsigned)).toString('hex')}`,
    claims: [sequenceClaim(fields.account, fields.sequence)],
    fee: fields.fee,
    size: 1n,
    sign: () => signXrp(unsigned, secret),
  };
}

/**
 * The number of an account as a claim. Other than that of a network whose transactions wait for ever, it is free again once the last ledger of
 * what had it is past: another payment may then have it.
 */
function sequenceClaim(account: string, sequence: number): string {
  return `sequence:${account}:${sequence}`;
}
