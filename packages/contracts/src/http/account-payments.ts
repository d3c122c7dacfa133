import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { fiatPerUsd } from '../fiat-per-usd.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { paymentProgress } from '../payment-progress.ts';
import { paymentStatus } from '../payment-status.ts';
import { coinSymbol, decimalText, timestampMs } from '../primitives.ts';

const waitCodes = [
  'price',
  'day-cap',
  'run-cap',
  'approval',
  'restricted',
  'suspended',
  'database-changed',
  'wallet',
  'ripening',
  'kept',
  'wallet-away',
  'node-away',
  'other-network',
  'clock-skew',
  'journal-broken',
  'signer',
  'registration',
  'fee',
  'review',
  'confirmations',
  'block',
  'turn',
] as const;

export const PaymentWait = closedObject({
  code: Type.Enum([...waitCodes], {
    type: 'string',
    description:
      'What it waits for. `database-changed`: for half a minute after the database was replaced; `wallet-away`: until the wallet of the network answers; `node-away`: until the node of `network` answers, another network of the coin where it may have been paid; `other-network`: until the operator has compared what left on `network`; `ripening`: until blocks stand on coins of the wallet, which are enough; `kept`: what the wallet has is kept for an older payout until 00:00 UTC; `registration`: until the operator has registered its address at the exchange that sends it; `clock-skew`: until the clock of the pool is right; `journal-broken`: until the operator has repaired the journal of payouts.',
  }),
  also: nullable(
    Type.Enum([...waitCodes], {
      type: 'string',
      description: 'What it waits for after that.',
    }),
  ),
  network: nullable(
    Type.String({
      description: 'With `node-away` and `other-network`: that network.',
    }),
  ),
  amount: nullable(
    decimalText(
      "With `wallet`: what the pool's wallet must hold of the coin before it can pay. With `ripening`: what of it waits for blocks.",
    ),
  ),
});
export type PaymentWait = Static<typeof PaymentWait>;

export const PaymentItem = closedObject({
  id: Type.Integer({ minimum: 1 }),
  status: paymentStatus,
  reason: nullable(Type.String({ description: 'Why it failed, for example `INVALID_ADDRESS`.' })),
  timestamp: timestampMs('When it was asked for.'),
  network: Type.String({ description: 'The network it is paid on.' }),
  tx: nullable(Type.String({ description: 'Id of the transaction; null until it is sent.' })),
  amount: decimalText('In coins.'),
  exchange: nullable(Type.String({ description: 'The exchange that the address belongs to, where known.' })),
  explorer: Type.String({ description: 'Link prefix; `tx` is appended.' }),
  explorer_link: nullable(Type.String({ description: "The explorer's page of `tx`; null in a sandbox." })),
  kind: Type.Enum(['auto', 'manual'], {
    type: 'string',
    description: 'Who asked: the daily run or the owner.',
  }),
  ...paymentProgress,
  paid_through_exchange: Type.Optional(
    Type.Literal(true, {
      description: 'An exchange has sent it, or is asked to; absent where a wallet of the pool has.',
    }),
  ),
  waits_for: nullable(PaymentWait),
  usd: nullable(
    decimalText('What it was worth in US dollars when it was judged; null where no price was known.'),
  ),
  fiat_per_usd: Type.Optional(fiatPerUsd('when it was asked for')),
});
export type PaymentItem = Static<typeof PaymentItem>;

/** `GET /v5/account/{uuid}/payments` */
export const AccountPaymentsResponse = envelope(
  closedObject({
    coin: nullable(coinSymbol('Null for a miner that does not exist yet.')),
    explorer: nullable(Type.String({ description: 'Link prefix of the current network.' })),
    disclaimer: nullable(Type.String({ description: 'A note above the list.' })),
    list: list(PaymentItem, { maxItems: 10 }),
    has_next: Type.Boolean(),
    has_prev: Type.Boolean(),
    last_page: Type.Integer({ minimum: 1 }),
  }),
  { description: 'Payments, the newest first.' },
);
export type AccountPaymentsResponse = Static<typeof AccountPaymentsResponse>;
