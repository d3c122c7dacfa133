import { fieldsOf, textOf, unitsOf } from './json-fields.ts';
import type { EvmFields, EvmPrice } from './messages.ts';

/** An account or a contract of an EVM network, in its one spelling. */
const accountPattern = /^0x[0-9a-f]{40}$/;

export function readEvmFields(value: unknown): EvmFields {
  const fields = fieldsOf(value, 'unsigned', ['chainId', 'account', 'nonce', 'gas', 'price']);
  return {
    chainId: unitsOf(fields['chainId'], 'chainId'),
    account: textOf(fields['account'], 'account', accountPattern),
    nonce: unitsOf(fields['nonce'], 'nonce'),
    gas: unitsOf(fields['gas'], 'gas'),
    price: readPrice(fields['price']),
  };
}

function readPrice(value: unknown): EvmPrice {
  const fields = fieldsOf(value, 'price', [], ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']);
  if (fields['gasPrice'] !== undefined) {
    const { gasPrice } = fieldsOf(value, 'price', ['gasPrice']);
    return { gasPrice: unitsOf(gasPrice, 'gasPrice') };
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = fieldsOf(value, 'price', [
    'maxFeePerGas',
    'maxPriorityFeePerGas',
  ]);
  return {
    maxFeePerGas: unitsOf(maxFeePerGas, 'maxFeePerGas'),
    maxPriorityFeePerGas: unitsOf(maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
  };
}
