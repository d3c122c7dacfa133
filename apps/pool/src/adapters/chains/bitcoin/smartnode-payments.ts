import { type Fields, fieldsOf, hex, list, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import type { CoinbaseOutput } from './coinbase.ts';

/** The fields of a template that say what a block of such a chain must pay others, and carry. */
export const smartnodeFields: readonly string[] = ['smartnode', 'superblock', 'founder', 'coinbase_payload'];

const scriptBytesMax = 100;
/** Far more than the two roots that stand in one. */
const payloadBytesMax = 1000;
const outputsMax = 64;

/**
 * Reads what a coinbase must pay to smartnodes, a superblock and the founder, and its payload.
 *
 * @param value what the coinbase pays in all
 * @throws UnreadableAnswer where a field is missing or wrong, or others would get more than half: no such chain pays them so much
 */
export function readSmartnodes(
  fields: Fields,
  value: bigint,
): { readonly demanded: readonly CoinbaseOutput[]; readonly payload: Uint8Array | undefined } {
  const payees = [...payeesOf(fields, 'smartnode'), ...payeesOf(fields, 'superblock')];
  if (!isEmpty(fields['founder'])) payees.push(fieldsOf(fields['founder'], 'founder'));
  if (payees.length > outputsMax) throw new UnreadableAnswer(`${payees.length} payees are too many`);
  const demanded = payees.map((payee) => readOutput(payee)).filter((output) => output.value > 0n);
  const sum = demanded.reduce((all, output) => all + output.value, 0n);
  if (sum * 2n > value) throw new UnreadableAnswer(`the block must pay ${sum} of ${value} to others`);
  if (isEmpty(fields['coinbase_payload'])) return { demanded, payload: undefined };
  const payload = hex(fields, 'coinbase_payload');
  if (payload.length > payloadBytesMax)
    throw new UnreadableAnswer(`coinbase_payload has ${payload.length} bytes`);
  return { demanded, payload };
}

function payeesOf(fields: Fields, name: string): Fields[] {
  return isEmpty(fields[name])
    ? []
    : list(fields, name).map((payee) => fieldsOf(payee, `a payee of ${name}`));
}

function readOutput(payee: Fields): CoinbaseOutput {
  const script = hex(payee, 'script');
  if (script.length === 0 || script.length > scriptBytesMax)
    throw new UnreadableAnswer(`the script of a payee has ${script.length} bytes`);
  return { value: BigInt(wholeNumber(payee, 'amount')), script };
}

/** A chain names a payment that is not due with an empty list, object or text. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
