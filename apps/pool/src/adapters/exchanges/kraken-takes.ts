import type { TakenCoin } from '../../domain/kernel/exchange.ts';
import { itemsOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { type KrakenClient, saysUnknownAsset } from './kraken-client.ts';
import { readDepositAddresses } from './kraken-read.ts';
import { takenAt } from './taken-at.ts';

interface Asked {
  /** Kraken's name of the coin, as the settings have it. */
  readonly asset: string;
  /** Its name of the way in; undefined where it is to name the only one. */
  readonly network: string | undefined;
  readonly now: number;
}

/** The states of an asset in which something comes in. Kraken names two more, `withdrawal_only` and `funding_temporarily_disabled`. */
const open: ReadonlySet<unknown> = new Set(['enabled', 'deposit_only']);

/**
 * Whether Kraken takes a coin from outside, by its own answers: `Assets`, `DepositMethods` and `DepositAddresses`. Rejects where one of them was not
 * answered. No address is made by asking.
 */
export async function krakenTakes(kraken: KrakenClient, { asset, network, now }: Asked): Promise<TakenCoin> {
  const notTaken = (why: string): TakenCoin => ({ kind: 'not-taken', why });
  try {
    const [found] = Object.entries(membersOf(await kraken.ask('Assets', { asset })));
    if (found === undefined) return notTaken(`kraken has no ${asset}`);
    const [name, { status }] = [found[0], membersOf(found[1])];
    // Balances stand under it.
    if (name !== asset) return notTaken(`what kraken calls ${asset} here, it calls ${name} itself`);
    const methods = itemsOf(await kraken.askPrivate('DepositMethods', { asset })).map((item) =>
      textOf(membersOf(item)['method']),
    );
    const chosen = takenAt('kraken', asset, methods, network);
    if (chosen.kind === 'not-taken') return chosen;
    const fields = { asset, method: chosen.network };
    const named = readDepositAddresses(await kraken.askPrivate('DepositAddresses', fields), now);
    const addresses = named.filter(({ memo }) => memo === '').map(({ address }) => address);
    if (addresses.length === 0)
      return notTaken(
        named.length === 0
          ? `kraken has no address of this account for ${asset} by ${chosen.network}: make one there`
          : `kraken wants a memo beside its addresses of ${asset}, which no other pool writes`,
      );
    if (open.has(status ?? 'enabled')) return { kind: 'taken', addresses };
    return { kind: 'taken', addresses, closed: `kraken says that ${asset} is ${textOf(status)}` };
  } catch (error) {
    if (saysUnknownAsset(error)) return notTaken(`kraken has no ${asset}`);
    throw error;
  }
}
