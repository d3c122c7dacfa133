import type { DepositAddress, ExchangeWithdrawal, PayingExchange } from '../../domain/kernel/exchange.ts';
import { itemsOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { type AskPrivate, krakenClient, type KrakenClientOptions, whyNot } from './kraken-client.ts';
import { krakenExchange, type KrakenNetwork, withdrawFields } from './kraken-exchange.ts';
import { krakenAsset } from './kraken-names.ts';

/** A coin that payouts leave Kraken in, and how. */
export interface KrakenPaid {
  readonly coin: string;
  readonly network: string;
  /** What Kraken calls the way out (`WithdrawMethods`). */
  readonly method: string;
  readonly amountMin: bigint;
  readonly amountStep: bigint;
}

/** For so long, ms, the list of addresses stands: a payout asks for it before it is signed, and goes by it when it is sent. */
const keptMs = 60_000;

/** An address that was registered at Kraken, under a name of its own. */
interface Registered extends DepositAddress {
  readonly key: string;
}

/**
 * An account at Kraken that pays to addresses that were registered there: it lists them, and is asked to pay by the name of one, with the address beside it.
 * What Kraken answers of them was taken from its documentation, and it was never asked.
 */
export function krakenPayer({
  coins,
  ...client
}: KrakenClientOptions & { readonly coins: readonly KrakenPaid[] }): PayingExchange {
  const kraken = krakenClient(client);
  const reading = krakenExchange({ ...client, networks: [] }, kraken);

  const kept = new Map<string, { readonly at: number; readonly listed: readonly Registered[] }>();

  async function registered(
    coin: string,
    network: string,
    ask = kraken.askPrivate,
  ): Promise<readonly Registered[]> {
    const { method } = paid(coin, network);
    const fields = { asset: krakenAsset(coin), method, verified: 'true' };
    const at = client.now();
    const listed = readRegistered(await ask('WithdrawAddresses', fields), method);
    kept.set(`${coin} ${network}`, { at, listed });
    return listed;
  }

  /** Of the list of a moment ago where that has it: Kraken compares the address with the name once more. */
  async function findRegistered(
    { coin, network, address, memo }: Omit<ExchangeWithdrawal, 'madeAt'>,
    ask: AskPrivate,
  ): Promise<Registered | undefined> {
    const among = (listed: readonly Registered[]) =>
      listed.find((each) => isSameAddress(each.address, address) && each.memo === memo);
    const before = kept.get(`${coin} ${network}`);
    const found =
      before !== undefined && Math.abs(client.now() - before.at) < keptMs ? among(before.listed) : undefined;
    return found ?? among(await registered(coin, network, ask));
  }

  function paid(coin: string, network: string): KrakenPaid {
    const found = coins.find((each) => each.coin === coin && each.network === network);
    if (found === undefined) throw new RangeError(`${coin} on ${network} is not paid through Kraken`);
    return found;
  }

  /** A name under which the address is registered, with its memo; why there is none in words. */
  async function wayTo(
    withdrawal: Omit<ExchangeWithdrawal, 'madeAt'>,
    ask: AskPrivate,
  ): Promise<KrakenNetwork | string> {
    const { coin, network, address, memo } = withdrawal;
    try {
      const found = await findRegistered(withdrawal, ask);
      if (found === undefined) return `${address} is not registered for ${coin} at Kraken`;
      return { ...paid(coin, network), key: found.key, address: found.address, memo };
    } catch (error) {
      return whyNot(error);
    }
  }

  return {
    name: reading.name,
    validMs: reading.validMs,
    balances: () => reading.balances(),
    transfers: (kind, coin, since) => reading.transfers(kind, coin, since),
    registered: async (coin, network) =>
      (await registered(coin, network)).map(({ address, memo }) => ({ address, memo })),
    check: async (withdrawal) => {
      const way = await wayTo(withdrawal, kraken.askPrivate);
      const made =
        typeof way === 'string' ? way : await withdrawFields(kraken.askPrivate, way.key, withdrawal);
      if (typeof made === 'string') throw new Error(made);
    },
    withdraw: async (withdrawal) => {
      const way = await wayTo(withdrawal, kraken.askFirst);
      if (typeof way === 'string') return { kind: 'not-sent', why: way };
      const { address } = way;
      return krakenExchange({ ...client, networks: [way] }, kraken).withdraw({ ...withdrawal, address });
    },
  };
}

/** An account of an EVM network is the same in capitals or not. Kraken is asked in the letters that it has. */
function isSameAddress(listed: string, asked: string): boolean {
  const isAccount = /^0x[0-9a-f]{40}$/i.test(asked);
  return isAccount ? listed.toLowerCase() === asked.toLowerCase() : listed === asked;
}

/** `WithdrawAddresses`: `[{ address, method, key, verified, memo or tag where there is one }]`, those of one way out that are verified. */
function readRegistered(result: unknown, method: string): Registered[] {
  return itemsOf(result).flatMap((item): Registered[] => {
    const { address, method: of, key, verified, memo, tag } = membersOf(item);
    if (of !== method || verified !== true) return [];
    return [{ address: textOf(address), memo: textOf(memo ?? tag ?? ''), key: textOf(key) }];
  });
}
