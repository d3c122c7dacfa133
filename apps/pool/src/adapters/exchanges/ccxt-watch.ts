import type {
  Exchange,
  ExchangeTransfer,
  ExpectedCoin,
  TakenCoin,
  WatchedExchange,
} from '../../domain/kernel/exchange.ts';
import type { CcxtClient, CcxtCurrency, CcxtModule } from './ccxt-client.ts';
import { ccxtLists } from './ccxt-lists.ts';
import { balancesOf } from './ccxt-read.ts';
import { type CcxtOptions, createClient } from './create-ccxt-client.ts';
import { openMoneyGate } from './money-gate.ts';
import { takenAt } from './taken-at.ts';

export type { CcxtModule } from './ccxt-client.ts';
export { gateVenue } from './ccxt-venues.ts';

/**
 * An account at a venue through ccxt, as far as it is looked at: nothing that is made here sends anything but questions. Its coins are those of our table
 * and those that other pools pay into it, by the venue's own names of them. No market of it is known: nothing is ordered there.
 */
export async function watchCcxt(
  ccxt: CcxtModule,
  { expected, ...options }: CcxtOptions & { readonly expected: readonly ExpectedCoin[] },
): Promise<
  Pick<Exchange, 'name' | 'balances' | 'depositAddress' | 'transfers'> &
    Required<Pick<WatchedExchange, 'takes'>>
> {
  const { venue, now } = options;
  const gate = openMoneyGate(options.limits);
  const client = createClient(ccxt, options, gate.fetch);
  await client.loadMarkets();
  const table = new Set(venue.networks.map(({ coin }) => coin));
  const others = expected.filter(({ coin }) => !table.has(coin));
  const namedAs = ({ coin, exchangeCoin = coin }: ExpectedCoin): string => exchangeCoin;
  /** ccxt's name of a coin. */
  const codeOf = (coin: string): string => {
    const other = others.find((each) => each.coin === coin);
    return other === undefined ? coin : (findCode(client.currencies, namedAs(other)) ?? namedAs(other));
  };
  const codes = (): ReadonlyMap<string, string> =>
    new Map([...table, ...others.map(({ coin }) => coin)].map((coin) => [codeOf(coin), coin]));

  return {
    name: venue.id,
    balances: async () => {
      const answer = await client.fetchBalance();
      const coins = codes();
      const read = [...balancesOf(answer, new Set(coins.keys()))];
      return new Map(read.map(([code, balance]) => [coins.get(code) ?? code, balance]));
    },
    depositAddress: async (coin, network) => {
      const found = venue.networks.find((each) => each.coin === coin && each.network === network);
      if (found === undefined) throw new RangeError(`${coin} is not taken on ${network} at ${venue.id}`);
      const { address, tag = '' } = await client.fetchDepositAddress(coin, { network: found.code });
      if (address === undefined) throw new Error(`${venue.id} names no address of ${coin} on ${network}`);
      return { address, memo: tag };
    },
    transfers: async (kind, coin, since) => {
      const code = codeOf(coin);
      const lists = ccxtLists({ client, gate, venue, coins: new Set(codes().keys()), now });
      const read = await lists.transfers(kind, code, since);
      return read.map((each): ExchangeTransfer => ({ ...each, coin }));
    },
    takes: (coin) => {
      const named = expected.find((each) => each.coin === coin) ?? { coin };
      return takes(client, venue.id, namedAs(named), named.exchangeNetwork);
    },
  };
}

function findCode(currencies: Readonly<Record<string, CcxtCurrency>>, id: string): string | undefined {
  return Object.entries(currencies).find(([, currency]) => currency.id === id)?.[0];
}

async function takes(
  client: CcxtClient,
  exchange: string,
  asset: string,
  named: string | undefined,
): Promise<TakenCoin> {
  const notTaken = (why: string): TakenCoin => ({ kind: 'not-taken', why });
  // Not those that were loaded: it may have left a coin out since.
  const currencies = await client.fetchCurrencies();
  const code = findCode(currencies, asset);
  const currency = code === undefined ? undefined : currencies[code];
  if (code === undefined || currency === undefined || currency.active === false)
    return notTaken(`${exchange} has no ${asset}`);
  if (client.currencies[code] === undefined) await client.loadMarkets(true);
  const networks = Object.entries(currency.networks ?? {});
  const chosen = takenAt(
    exchange,
    asset,
    networks.map(([, { id }]) => id),
    named,
  );
  if (chosen.kind === 'not-taken') return chosen;
  const [network, { deposit } = {}] = networks.find(([, { id }]) => id === chosen.network) ?? [];
  const answer = await client.fetchDepositAddress(code, { network });
  const { address = '', tag = '' } = answer;
  if (address === '' || answer.network !== network)
    return notTaken(`${exchange} has no address of this account for ${asset} by ${chosen.network}`);
  if (tag !== '')
    return notTaken(`${exchange} wants a memo beside its address of ${asset}, which no other pool writes`);
  const isClosed = currency.deposit === false || deposit === false;
  return {
    kind: 'taken',
    addresses: [address],
    ...(isClosed && { closed: `${exchange} takes no ${asset} by ${chosen.network} at the moment` }),
  };
}
