import { coins, printed } from './stand-in-account.ts';
import { miners, type TreasuryPool } from './treasury-pool.ts';
import { compare, compareCount, type TreasuryRow } from './treasury-verdict.ts';

/** What a rehearsal of the treasury does; answers what it has compared. */
export interface TreasuryAct {
  readonly name: string;
  run(treasury: TreasuryPool, act: string): Promise<readonly TreasuryRow[]>;
}

interface Place {
  readonly place: string;
  readonly coin: string;
  readonly ledger: string;
  readonly said: string | null;
  readonly state: string;
}

interface Order {
  readonly id: string;
  readonly side: string;
  readonly base: string;
  readonly state: string;
  readonly filled: string;
  readonly value: string;
  readonly fees: string;
}

export interface Transfer {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string | null;
  readonly state: string;
  readonly txid: string | null;
}

export const placesOf = (treasury: TreasuryPool): Promise<readonly Place[]> => treasury.list('places');
export const ordersOf = (treasury: TreasuryPool): Promise<readonly Order[]> => treasury.list('orders');
export const transfersOf = (treasury: TreasuryPool): Promise<readonly Transfer[]> =>
  treasury.list('transfers');

const isUnfinished = ({ state }: Order): boolean => ['stored', 'sent', 'unknown', 'open'].includes(state);

/** What the ledger owes to miners of a coin. */
export async function owed(treasury: TreasuryPool, coin: string): Promise<bigint> {
  const [row] = await treasury.database.query(`
    SELECT coalesce(sum(amount), 0)::text AS amount FROM balances
     WHERE asset = '${coin}' AND kind IN ('mining', 'referral', 'pending', 'inflight')`);
  return BigInt(String(row?.['amount']));
}

export async function blocks(treasury: TreasuryPool, act: string, coin: 'LTC' | 'XMR'): Promise<TreasuryRow> {
  const credited = (await treasury.rounds()).filter(
    (each) => each.coin === coin && each.state === 'credited',
  );
  const nodes = coin === 'LTC' ? treasury.world.litecoin : treasury.world.monero;
  let onBoth = 0;
  for (const { hash } of credited)
    if ((await nodes.one.hasBlock(hash)) && (await nodes.two.hasBlock(hash))) onBoth += 1;
  return compareCount(act, `blocks of ${coin} that are credited, and in both nodes`, credited.length, onBoth);
}

/** Where the exchange has nothing of a coin yet, an operator begins it with that. */
async function openPlaces(treasury: TreasuryPool, wanted: readonly string[]): Promise<void> {
  for (const coin of wanted) await openPlace(treasury, coin);
  await treasury.until(
    'the exchange is equal',
    () => placesOf(treasury),
    (found) => wanted.every((coin) => found.some((each) => each.coin === coin && each.state === 'equal')),
  );
}

const openTurnsMax = 4;

/** A place is opened only once the pool has looked at it, which it does from time to time. */
async function openPlace(treasury: TreasuryPool, coin: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    await treasury.tick();
    const why = await treasury.decide('places', 'open', 'kraken', coin).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (why === undefined) return;
    if (turn === openTurnsMax) throw why;
  }
}

const begun: TreasuryAct = {
  name: 'an operator begins',
  async run(treasury, act) {
    const held = await treasury.held();
    for (const [coin, units] of held) {
      const amount = printed(units);
      const network = coin === 'WBTC' ? ['--network', 'ETH'] : [];
      await treasury.decide('treasury', 'deposit', amount, coin, ...network, '--reference', `first ${coin}`);
    }
    for (const coin of ['LTC', 'XMR'] as const) treasury.exchange.account.balances.set(coin, 0n);
    await openPlaces(treasury, ['LTC', 'XMR']);
    return inWallets(treasury, act);
  },
};

/** What the ledger says that the pool's wallets hold, rewards of blocks among it, against their chains. */
export async function inWallets(treasury: TreasuryPool, act: string): Promise<readonly TreasuryRow[]> {
  const rows = (await treasury.database.query(
    `SELECT asset AS coin, (-sum(amount))::text AS amount FROM balances WHERE account LIKE 'ext:network:%' OR account LIKE 'ext:chain:%' GROUP BY asset`,
  )) as unknown as readonly { readonly coin: string; readonly amount: string }[];
  const held = await treasury.held();
  return [...held].map(([coin, units]) => {
    const booked = BigInt(rows.find((each) => each.coin === coin)?.amount ?? '0');
    return compare(act, `${coin} in the pool's wallet, by the ledger and by its nodes`, booked, units);
  });
}

const litecoinMined: TreasuryAct = {
  name: 'Litecoin is mined for a miner who is paid a token',
  async run(treasury, act) {
    // Armed here: the pool trades by itself as soon as the exchange is begun.
    treasury.exchange.fault = { call: 'AddOrder', isDone: true };
    await treasury.mineLitecoin(miners.token);
    await openPlaces(treasury, ['USD', 'WBTC']);
    return [
      await blocks(treasury, act, 'LTC'),
      compare(
        act,
        'WBTC that the miner is owed, by the ledger and by the call of its page',
        await owed(treasury, 'WBTC'),
        await shown(treasury, 'token'),
      ),
    ];
  },
};

/** What the pool's own call says that a miner has. */
export async function shown(treasury: TreasuryPool, name: keyof typeof miners): Promise<bigint> {
  const { coin, address } = miners[name];
  const [row] = await treasury.database.query(
    `SELECT uuid FROM miners WHERE coin = '${coin}' ORDER BY id LIMIT 1`,
  );
  const uuid = String(row?.['uuid']);
  const response = await fetch(`${treasury.pool.url}/api/v5/accounts/${uuid}/balance`);
  if (!response.ok) throw new Error(`the balance of ${address}: ${response.status}`);
  const { data } = (await response.json()) as { readonly data: readonly { readonly balance: string }[] };
  return coins(data[0]?.balance ?? '0');
}

/** What leaves a wallet for the exchange, over the network. */
const sent = { LTC: '20', XMR: '50' } as const;

const excessSent: TreasuryAct = {
  name: 'the excess of the wallets goes to the exchange',
  async run(treasury, act) {
    const { account } = treasury.exchange;
    for (const [coin, amount] of Object.entries(sent))
      await treasury.decide('treasury', 'sweep', coin, '--to', 'kraken', '--amount', amount);
    await treasury.until(
      'the exchange has credited it',
      () => placesOf(treasury),
      (found) =>
        Object.entries(sent).every(([coin, amount]) =>
          found.some((each) => each.coin === coin && each.state === 'equal' && each.ledger === amount),
        ),
    );
    const held = await treasury.wallets.held();
    const places = await placesOf(treasury);
    return Object.keys(sent).flatMap((coin) => {
      const ledger = coins(
        places.find((each) => each.coin === coin && each.place === 'kraken')?.ledger ?? '0',
      );
      const came = account.transfers.filter((each) => each.kind === 'deposit' && each.coin === coin);
      const credited = came.reduce((sum, { amount }) => sum + amount, 0n);
      const arrived = (held.get(coin) ?? 0n) - (treasury.wallets.began.get(coin) ?? 0n);
      return [
        compare(act, `${coin} there, by the ledger and by what the exchange has credited`, ledger, credited),
        compare(act, `${coin} there, by the ledger and by the exchange's own wallet`, ledger, arrived),
      ];
    });
  },
};

/** Until every order is over, and the newest of a side in a market is filled. */
export async function traded(treasury: TreasuryPool, side: string, base: string): Promise<void> {
  await treasury.until(
    `${base} is traded (${side})`,
    () => ordersOf(treasury),
    (found) =>
      found.every((each) => !isUnfinished(each)) &&
      found.some((each) => each.side === side && each.base === base && each.state === 'filled'),
  );
}

/** What the pool has booked of its orders, against what the exchange has taken and traded. */
export async function tradesOf(
  treasury: TreasuryPool,
  act: string,
  side: 'sell' | 'buy',
  base: string,
): Promise<readonly TreasuryRow[]> {
  const own = (await ordersOf(treasury)).filter((each) => each.side === side && each.base === base);
  const taken = treasury.exchange.account.orders.filter(
    (each) => each.side === side && each.market.base === base,
  );
  const trades = treasury.exchange.account.trades.filter(({ order }) => taken.includes(order));
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);
  const what = `${base} ${side === 'sell' ? 'sold' : 'bought'}`;
  return [
    compareCount(
      act,
      `orders, by the ledger and by the exchange: ${what}`,
      own.filter(({ state }) => state !== 'refused').length,
      new Set(taken.map(({ ours }) => ours)).size === taken.length ? taken.length : -1,
    ),
    compare(act, what, sum(own.map(({ filled }) => coins(filled))), sum(trades.map(({ amount }) => amount))),
    compare(
      act,
      `USD for it, without fees`,
      sum(own.map(({ value }) => coins(value))),
      sum(trades.map(({ value }) => value)),
    ),
    compare(
      act,
      `fees, in USD`,
      sum(own.flatMap(({ fees }) => (fees === '' ? [] : [coins(fees.split(' ')[0] ?? '0')]))),
      sum(trades.map(({ fee }) => fee)),
    ),
  ];
}

const litecoinSold: TreasuryAct = {
  name: 'Litecoin is sold, the token is bought; the answer to the first order is lost',
  async run(treasury, act) {
    await traded(treasury, 'sell', 'LTC');
    await traded(treasury, 'buy', 'WBTC');
    if (treasury.exchange.fault !== undefined) throw new Error('no order was sent');
    return [
      ...(await tradesOf(treasury, act, 'sell', 'LTC')),
      ...(await tradesOf(treasury, act, 'buy', 'WBTC')),
    ];
  },
};

export const firstActs: readonly TreasuryAct[] = [begun, excessSent, litecoinMined, litecoinSold];
