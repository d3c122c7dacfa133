import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import { chainIdOf } from '../../../domain/kernel/network-of-kind.ts';
import { askEach } from '../ask-nodes.ts';
import { ledgerAmount, type PaidAssets } from './assets.ts';
import { askTip, type EvmNode } from './evm-node.ts';
import { evmWallet, type EvmWalletOptions } from './evm-wallet.ts';
import { askPrice, gasPrice, highestPrice, leastPrice } from './gas-price.ts';
import { askBesideGas, askGasOfNothing } from './rollup-cost.ts';

export interface EvmFundsOptions extends EvmWalletOptions {
  readonly nodes: readonly EvmNode[];
  readonly assets: PaidAssets;
  readonly gasPriceMax: bigint;
  readonly feeMax: bigint;
}

/** What a token takes beside is its contract's choice; the usual ones stay below it. */
const gasOfCall = 44_000n;
const gwei = 10n ** 9n;

/** What the account has of a coin or a token by the least word of its nodes, without what is on its way. */
export async function evmFunds(options: EvmFundsOptions, coin: string): Promise<Funds> {
  const [amounts, { alone, feeAsset }] = await Promise.all([
    evmWallet(options, options.nodes).amounts(),
    evmQuote(options, coin),
  ]);
  return { spendable: amounts.get(coin) ?? 0n, waiting: 0n, fee: coin === feeAsset ? alone : 0n };
}

/**
 * What a payment costs at most at the price of now; each is a transaction of its own. What two nodes agree on is what the next block takes: base
 * fees may double until then, and what is not needed is not taken.
 */
export async function evmQuote(options: EvmFundsOptions, coin: string): Promise<Quote> {
  const { facts, kind, account, nodes, assets, gasPriceMax, feeMax } = options;
  const more = assets.tokenOf(coin) === undefined ? 0n : gasOfCall;
  const { answers, silent } = await askEach(nodes, async (node) => {
    // A node of another chain says nothing of this one.
    await askTip(node.rpc, chainIdOf(facts, kind));
    const gas = (await askGasOfNothing([node], account, facts.rollup)) + more;
    return { price: await askPrice(node.rpc), gas, beside: await askBesideGas([node], gas, facts.rollup) };
  });
  if (answers.length === 0) throw new Error(`no node says what gas costs: ${silent.join('; ')}`);
  const price = highestPrice(
    gasPrice(
      answers.map((each) => each.price),
      gasPriceMax,
    ),
  );
  const [gas, beside] = [
    highest(answers.map((each) => each.gas)),
    highest(answers.map((each) => each.beside)),
  ];
  const alone = ledgerAmount(gas * price + beside, undefined);
  const [, agreed] = answers
    .map((each) => each.gas * lowest(leastPrice(each.price), gasPriceMax) + each.beside)
    .toSorted((a, b) => (a < b ? 1 : -1));
  const rate = `${formatAmount((price * 10n ** 18n) / gwei)} gwei for a unit of gas`;
  return {
    feeAsset: facts.asset,
    alone,
    together: alone,
    payees: 1,
    ...(agreed !== undefined && { agreed: ledgerAmount(agreed, undefined) }),
    cap: feeMax,
    rate,
  };
}

function lowest(value: bigint, cap: bigint): bigint {
  return value < cap ? value : cap;
}

function highest(values: readonly bigint[]): bigint {
  return values.reduce((most, each) => (each > most ? each : most), 0n);
}
