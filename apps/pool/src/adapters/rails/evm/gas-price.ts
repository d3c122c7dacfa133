import type { EvmPrice } from '@openlode/signing/messages';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, askBlock } from './evm-node.ts';
import { quantity } from './quantities.ts';

/** What one node holds a unit of gas to cost, in wei. */
export interface AskedPrice {
  /** What every transaction of the next block pays at least; undefined on chains of the older form. */
  readonly baseFee: bigint | undefined;
  /** What goes to the block beside it; on chains of the older form the whole price. */
  readonly wanted: bigint;
}

export async function askPrice(rpc: NodeRpc): Promise<AskedPrice> {
  const { baseFee } = await askBlock(rpc, 'latest');
  const method = baseFee === undefined ? 'eth_gasPrice' : 'eth_maxPriorityFeePerGas';
  return { baseFee, wanted: quantity(await ask(rpc, method), method) };
}

/**
 * The price of a transaction by the highest that nodes ask for. With a base fee it may double before the transaction has to wait; what is
 * not needed is not taken.
 *
 * @param cap in wei for each unit of gas
 * @throws Error where the network asks for more than the cap
 */
export function gasPrice(asked: readonly AskedPrice[], cap: bigint): EvmPrice {
  const highest = (values: readonly bigint[]): bigint =>
    values.reduce((most, each) => (each > most ? each : most), 0n);
  const wanted = highest(asked.map((each) => each.wanted));
  const baseFees = asked.flatMap(({ baseFee }) => baseFee ?? []);
  const least = baseFees.length === 0 ? wanted : highest(baseFees) + wanted;
  if (least > cap)
    throw new Error(
      `a unit of gas costs ${least} wei, over the cap of ${cap}: payments wait until it costs less`,
    );
  if (baseFees.length === 0) {
    const price = (wanted * 12n) / 10n;
    return { gasPrice: price < cap ? price : cap };
  }
  const most = 2n * highest(baseFees) + wanted;
  return { maxFeePerGas: most < cap ? most : cap, maxPriorityFeePerGas: wanted };
}

export function highestPrice(price: EvmPrice): bigint {
  return 'gasPrice' in price ? price.gasPrice : price.maxFeePerGas;
}
