import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import type { Config } from '../../config.ts';
import type { PayingExchange } from '../../domain/kernel/exchange.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { ExchangeRailCoin } from '../../settings/exchange-rail-settings.ts';
import { openPayer } from '../open-exchange-rail.ts';
import { ill, warning, well } from './diagnosis.ts';

/** Asks the account that payouts leave through an exchange what it has of each coin, and which addresses it may pay; nothing where the file names none. */
export async function checkExchangeRail(
  { nodePool, exchanges }: Pick<Config, 'nodePool' | 'exchanges'>,
  open: typeof openPayer = openPayer,
): Promise<Diagnosis[]> {
  const entry = nodePool?.exchangeRail;
  if (entry === undefined) return [];
  const subject = `payouts through ${entry.venue}`;
  try {
    const exchange = await open(entry, exchanges, Date.now);
    const balances = await exchange.balances();
    return await Promise.all(
      entry.coins.map((coin) => checkCoin(exchange, coin, balances.get(coin.coin)?.available ?? 0n)),
    );
  } catch (error) {
    return [ill(subject, (error as Error).message, 'Nothing is paid through it until it answers.')];
  }
}

async function checkCoin(
  exchange: PayingExchange,
  { coin, network, least }: ExchangeRailCoin,
  available: bigint,
): Promise<Diagnosis> {
  const subject = `payouts of ${coin} through ${exchange.name}`;
  try {
    const listed = await exchange.registered(coin, network);
    const chain = findCoin(coin)?.chains.find((each) => each.network === network);
    const usual = parseAmount(chain?.paymentThreshold ?? '0');
    if (usual < least)
      return warning(
        subject,
        `it lets no less than ${formatAmount(least)} out, and miners are paid from ${formatAmount(usual)} on`,
        'What is between goes back to its owner each time, until it is enough.',
      );
    const addresses = listed === 'any' ? 'any address' : `${listed.length} registered addresses`;
    return well(subject, `${formatAmount(available)} ${coin} there, and ${addresses}`);
  } catch (error) {
    return ill(
      subject,
      (error as Error).message,
      'The key has to list addresses: payouts of the coin wait until it does.',
    );
  }
}
