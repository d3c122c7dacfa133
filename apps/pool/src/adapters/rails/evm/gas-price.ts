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

/** What a unit of gas takes in the next block by the word of one node, in wei. */
export function leastPrice({ baseFee = 0n, wanted }: AskedPrice): bigint {
  return baseFee + wanted;
}

/**
 * The price of a transaction by the highest that nodes ask for. With a base fee it may double before the transaction has to wait; what is
 * not needed is not taken.
 *
 * @param cap in wei for each unit of gas
 * @throws Error where the network asks for more than the cap
 */
export function gasPrice(asked: readonly AskedPrice[], cap: bigint): EvmPrice {
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

/** What a signed transaction offers for each unit of gas, as `EvmPayment` says it. */
export interface OfferedPrice {
  readonly pricePerGas: bigint;
  readonly priorityPerGas: bigint | undefined;
}

/** Nodes take another transaction with the same number only where both prices are a tenth higher, some where they are an eighth higher. */
function raised(price: bigint): bigint {
  return (price * 9n + 7n) / 8n;
}

/**
 * The price of a transaction that takes the place of others with the same number: an eighth above each of them, and no less than a new one
 * would offer.
 *
 * @throws Error where that, or what the network asks for, is over the cap
 */
export function raisedPrice(
  asked: readonly AskedPrice[],
  before: readonly OfferedPrice[],
  cap: bigint,
): EvmPrice {
  const now = gasPrice(asked, cap);
  const least = raised(highest(before.map(({ pricePerGas }) => pricePerGas)));
  // The older form offers all of it to the block.
  const leastPriority = raised(highest(before.map((each) => each.priorityPerGas ?? each.pricePerGas)));
  if (least > cap)
    throw new Error(
      `a dearer transaction in its place offers ${least} wei for a unit of gas at least, over the cap of ${cap}`,
    );
  if ('gasPrice' in now) return { gasPrice: highest([now.gasPrice, least]) };
  return {
    maxFeePerGas: highest([now.maxFeePerGas, least, leastPriority]),
    maxPriorityFeePerGas: highest([now.maxPriorityFeePerGas, leastPriority]),
  };
}

/**
 * Whether a transaction offers less than each of these nodes asks for now: less than a block takes with what is usual beside the base fee, or
 * less than half of what is usual beside it.
 */
export function isTooLow(offered: OfferedPrice, asked: readonly AskedPrice[]): boolean {
  return (
    asked.length > 0 &&
    asked.every(({ baseFee = 0n, wanted }) => {
      const priority = offered.priorityPerGas ?? offered.pricePerGas;
      // An older node asks for a price that it has seen, of which some are served below.
      const usual = offered.priorityPerGas === undefined && baseFee === 0n ? wanted / 2n : wanted;
      return offered.pricePerGas < baseFee + usual || priority * 2n < wanted;
    })
  );
}

function highest(values: readonly bigint[]): bigint {
  return values.reduce((most, each) => (each > most ? each : most), 0n);
}

export function highestPrice(price: EvmPrice): bigint {
  return 'gasPrice' in price ? price.gasPrice : price.maxFeePerGas;
}
