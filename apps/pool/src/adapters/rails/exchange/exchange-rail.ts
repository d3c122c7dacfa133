import { createHash } from 'node:crypto';
import { formatAmount } from '@openlode/money/amount';
import type { TransactionAnswer } from '@openlode/ledger/judge-transaction';
import type { PayingExchange } from '../../../domain/kernel/exchange.ts';
import { NotRegistered } from '../../../domain/kernel/not-registered.ts';
import {
  type OutgoingWithdrawal,
  type PayoutWithdrawals,
  recordMs,
} from '../../../domain/kernel/payout-withdrawals.ts';
import type { PoolKind } from '../../../domain/kernel/pool-kind.ts';
import type {
  BuildOutcome,
  InvalidationProof,
  OutgoingTransaction,
  PaymentOrder,
  Rail,
} from '../../../domain/kernel/rail.ts';
import {
  decodeWithdrawal,
  encodeWithdrawal,
  inspectWithdrawal,
  nameOfWithdrawal,
  proofOfWithdrawal,
  readProof,
  type StoredWithdrawal,
} from './withdrawal-bytes.ts';

/** A coin that is paid out of the account; amounts in units of 10^-18. */
export interface WithdrawnCoin {
  readonly coin: string;
  readonly network: string;
  /** The least that the exchange pays out, and what an amount has to be a multiple of. */
  readonly least: bigint;
  readonly step: bigint;
  /** The most that it may take for one payout. */
  readonly feeMax: bigint;
}

export interface ExchangeRailOptions {
  readonly kind: PoolKind;
  readonly exchange: PayingExchange;
  /** Each coin once, and each network once. */
  readonly coins: readonly WithdrawnCoin[];
  readonly withdrawals: PayoutWithdrawals;
  readonly now: () => number;
}

/** What is waited for is asked again after this, ms: an exchange counts calls, and a withdrawal takes it minutes. */
const lookEveryMs = 30_000;

/**
 * Pays coins that have no rail of their own out of an account at an exchange: a payout is a withdrawal to its owner's address. The exchange may pay twice
 * what it is asked for twice, so each is asked for once. Its witnesses are the exchange's record and the balance of the account (`PayoutWithdrawals`).
 */
export function exchangeRail(options: ExchangeRailOptions): Rail {
  const { kind, exchange, coins, withdrawals, now } = options;
  const place = exchange.name;
  const coinOf = (coin: string, network: string): WithdrawnCoin => {
    const found = coins.find((each) => each.coin === coin && each.network === network);
    if (found === undefined) throw new RangeError(`${coin} on ${network} is not paid through ${place}`);
    return found;
  };
  const asked = lookUps(options);
  return {
    name: `${place}-withdrawals`,
    kind,
    networks: coins.map(({ network }) => network),
    resend: 'never',
    isOrdered: false,
    through: place,
    noReplacement: `what ${place} was asked for is not asked for again, and it takes nothing in its place`,
    pays: (coin, network) => coins.some((each) => each.coin === coin && each.network === network),
    terms: (coin, network) => ({
      confirmationsNeeded: 1,
      feeMax: coinOf(coin, network).feeMax,
      feeAsset: coin,
      ownAddresses: [],
    }),
    funds: async (coin, network) => ({
      spendable: await withdrawals.spendable(exchange, coin),
      waiting: 0n,
      fee: coinOf(coin, network).feeMax,
    }),
    build: async (orders) => {
      const [order, another] = orders;
      if (order === undefined || another !== undefined)
        throw new RangeError('a withdrawal makes one payment');
      return buildOne(options, order, coinOf(order.coin, order.network));
    },
    inspect: async (transaction) => inspectWithdrawal(transaction),
    send: async (network, bytes) => {
      const { place: named, exchangeId, ...payment } = decodeWithdrawal(bytes);
      const txid = nameOfWithdrawal({ place: named, exchangeId, ...payment });
      if (named !== place || payment.network !== network || exchangeId !== undefined)
        throw new RangeError(`${txid} is nothing that ${place} is asked for on ${network}`);
      asked.forget(txid);
      return withdrawals.send(exchange, { ...payment, txid });
    },
    lookUp: (_network, txid, proof) => asked.lookUp(txid, proof),
    outgoing: async (since, only) => {
      const networks = coins.flatMap(({ network }) =>
        only === undefined || network === only ? [network] : [],
      );
      return Promise.all(
        networks.map(async (network) => ({
          network,
          node: place,
          height: now(),
          isSynced: true,
          transactions: await sentOn(options, network, Math.max(since, now() - recordMs)),
        })),
      );
    },
  };
}

/** Asks what became of payouts, and not again at once while the answer is that they wait. */
function lookUps({ exchange, withdrawals, now }: ExchangeRailOptions) {
  const waiting = new Map<string, { readonly at: number; readonly answers: readonly TransactionAnswer[] }>();
  return {
    forget: (txid: string) => void waiting.delete(txid),
    async lookUp(txid: string, proof: InvalidationProof): Promise<readonly TransactionAnswer[]> {
      // Of another rail of the coin: no exchange has it.
      if (proof['place'] === undefined) return absentAnswers(exchange.name, now());
      const before = waiting.get(txid);
      if (before !== undefined && Math.abs(now() - before.at) < lookEveryMs) return before.answers;
      const { place, ...named } = readProof(proof);
      if (place !== exchange.name) throw new RangeError(`${txid} is not of ${exchange.name}`);
      const answers = await withdrawals.lookUp(exchange, { ...named, txid });
      // Only what nothing follows from is said again.
      if (answers.every(({ status }) => status.kind === 'waiting')) waiting.set(txid, { at: now(), answers });
      else waiting.delete(txid);
      return answers;
    },
  };
}

function absentAnswers(place: string, now: number): readonly TransactionAnswer[] {
  return ['record', 'balance'].map((what) => ({
    node: `the ${what} of ${place}`,
    height: now,
    isSynced: true,
    status: { kind: 'absent' },
  }));
}

async function buildOne(
  { exchange, withdrawals, now }: ExchangeRailOptions,
  order: PaymentOrder,
  paid: WithdrawnCoin,
): Promise<BuildOutcome> {
  const why = unpayable(order, paid, exchange.name);
  if (why !== undefined)
    return { kind: 'refused', payments: [{ payoutId: order.payoutId, reason: 'REFUSED', why }] };
  const withdrawal = withdrawalOf(order, paid, exchange.name);
  await requireRegistered(exchange, withdrawal);
  await withdrawals.ready(exchange, withdrawal);
  // One that is signed is given back where it is not sent, and the next run tries again: here it only waits.
  await exchange.check(withdrawal);
  return {
    kind: 'signed',
    bytes: encodeWithdrawal(withdrawal),
    txid: nameOfWithdrawal(withdrawal),
    proof: proofOfWithdrawal(withdrawal, now()),
  };
}

async function sentOn(
  { exchange, coins, withdrawals }: ExchangeRailOptions,
  network: string,
  since: number,
): Promise<readonly OutgoingTransaction[]> {
  const sent: OutgoingTransaction[] = [];
  for (const { coin } of coins.filter((each) => each.network === network))
    for (const each of await withdrawals.outgoing(exchange, coin, network, since))
      sent.push(outgoing(exchange.name, network, each));
  return sent.toSorted((a, b) => a.at - b.at);
}

/** Why the exchange makes no such payment, whatever it has; undefined where it does. */
function unpayable(
  { amount, coin, address }: PaymentOrder,
  { least, step }: WithdrawnCoin,
  place: string,
): string | undefined {
  if (address === '') return 'it has no address';
  if (amount < least)
    return `${place} lets no less than ${formatAmount(least)} ${coin} out, and it is ${formatAmount(amount)}`;
  if (amount % step !== 0n)
    return `${place} lets multiples of ${formatAmount(step)} ${coin} out, and it is ${formatAmount(amount)}`;
  return undefined;
}

/** Of the order's own id, so that what is asked for a payout is the same whenever it is made, and no two have one. */
function withdrawalOf(
  { orderId, coin, network, address, memo, amount }: PaymentOrder,
  { feeMax }: WithdrawnCoin,
  place: string,
): StoredWithdrawal {
  if (orderId === undefined) throw new Error('a payment without an id of its own is not asked for');
  const id = `p${createHash('sha256').update(orderId).digest('hex').slice(0, 17)}`;
  return { place, id, coin, network, address, memo, amount, feeMax };
}

/** An account pays to addresses that were registered there, or its operator has confirmed that it keeps no list. */
async function requireRegistered(
  exchange: PayingExchange,
  { coin, network, address, memo }: StoredWithdrawal,
): Promise<void> {
  const listed = await exchange.registered(coin, network);
  if (listed === 'any' || listed.some((each) => each.address === address && each.memo === memo)) return;
  const more = memo === '' ? '' : ` with the memo ${memo}`;
  throw new NotRegistered(
    `${exchange.name} does not have ${address}${more} among its addresses of ${coin}: register it there`,
  );
}

function outgoing(
  place: string,
  network: string,
  { record, known }: OutgoingWithdrawal,
): OutgoingTransaction {
  const withdrawal: StoredWithdrawal =
    known === undefined
      ? {
          place,
          id: '',
          exchangeId: record.exchangeId,
          coin: record.coin,
          network,
          address: record.address,
          memo: '',
          amount: record.amount,
          feeMax: record.fee,
        }
      : { place, ...known.payment };
  return {
    network,
    bytes: encodeWithdrawal(withdrawal),
    proof: proofOfWithdrawal(withdrawal, record.at),
    txid: known?.txid ?? nameOfWithdrawal(withdrawal),
    ...(record.txid !== undefined && { ids: [record.txid] }),
    label: undefined,
    at: record.at,
  };
}
