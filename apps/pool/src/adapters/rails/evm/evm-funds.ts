import { formatAmount } from '@openlode/money/amount';
import type { Funds, Quote } from '../../../domain/kernel/funds.ts';
import { askEach } from '../ask-nodes.ts';
import { ledgerAmount, type PaidAssets } from './assets.ts';
import type { EvmNode } from './evm-node.ts';
import { evmWallet, type EvmWalletOptions } from './evm-wallet.ts';
import { askPrice, gasPrice, highestPrice } from './gas-price.ts';

export interface EvmFundsOptions extends EvmWalletOptions {
  readonly nodes: readonly EvmNode[];
  readonly assets: PaidAssets;
  readonly gasPriceMax: bigint;
  readonly feeMax: bigint;
}

/** A plain payment to an account without code takes just this. */
const gasOfCoin = 21_000n;
/** What a token takes is its contract's choice; the usual ones stay below it. */
const gasOfToken = 65_000n;
const gwei = 10n ** 9n;

/** What the account has of a coin or a token by the least word of its nodes, without what is on its way. */
export async function evmFunds(options: EvmFundsOptions, coin: string): Promise<Funds> {
  const [amounts, { alone, feeAsset }] = await Promise.all([
    evmWallet(options, options.nodes).amounts(),
    evmQuote(options, coin),
  ]);
  return { spendable: amounts.get(coin) ?? 0n, waiting: 0n, fee: coin === feeAsset ? alone : 0n };
}

/** What a payment costs at most at the price of now; each is a transaction of its own. */
export async function evmQuote(options: EvmFundsOptions, coin: string): Promise<Quote> {
  const { facts, nodes, assets, gasPriceMax, feeMax } = options;
  const { answers, silent } = await askEach(nodes, ({ rpc }) => askPrice(rpc));
  if (answers.length === 0) throw new Error(`no node says what gas costs: ${silent.join('; ')}`);
  const price = highestPrice(gasPrice(answers, gasPriceMax));
  const gas = assets.tokenOf(coin) === undefined ? gasOfCoin : gasOfToken;
  const alone = ledgerAmount(gas * price, undefined);
  const rate = `${formatAmount((price * 10n ** 18n) / gwei)} gwei for a unit of gas`;
  return { feeAsset: facts.asset, alone, together: alone, payees: 1, cap: feeMax, rate };
}
