import { outputScript } from '@openlode/mining/address-payment';
import type { ChainFacts } from './chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { fieldsOf, flag, hex, UnreadableAnswer } from '../nodes/node-answers.ts';

/**
 * The output script of the operator's address, derived here: no node can put another one into a block.
 *
 * @throws RangeError where the address is none of its network, or none that a coinbase can pay to
 */
export function payoutScript(
  { asset, networks }: Pick<ChainFacts, 'asset' | 'networks'>,
  network: Network,
  address: string,
): Uint8Array {
  const script = outputScript(networks[network].addresses, address);
  if (script === undefined)
    throw new RangeError(`${address} is no address of ${asset} ${network} that a block can pay to`);
  return script;
}

/**
 * Compares the script that is derived here with what a node says of the address (`validateaddress`).
 *
 * @throws UnreadableAnswer where they differ: one of them would lose the block's reward
 */
export function compareScript(answer: unknown, address: string, script: Uint8Array): void {
  const fields = fieldsOf(answer, 'validateaddress');
  if (!flag(fields, 'isvalid')) throw new UnreadableAnswer(`${address} is no address of its network`);
  const reported = Buffer.from(hex(fields, 'scriptPubKey'));
  if (reported.equals(script)) return;
  const derived = Buffer.from(script).toString('hex');
  throw new UnreadableAnswer(
    `it says that ${address} has the script ${reported.toString('hex').slice(0, 80)}, but it has ${derived}: no block is mined on its word`,
  );
}
