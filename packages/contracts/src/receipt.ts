import { Type, type Static } from 'typebox';
import { closedObject } from './closed-object.ts';
import { fiatPerUsd } from './fiat-per-usd.ts';
import { list } from './list.ts';
import { nullable } from './nullable.ts';
import { coinSymbol, decimalText, integerText, timestampMs } from './primitives.ts';

const lineFields = {
  own_work: integerText("The account's work in the round, in expected hashes."),
  round_work: integerText("Everybody's work in the round, in expected hashes."),
  reward: closedObject(
    { coin: coinSymbol('The coin that was mined.'), amount: decimalText('The whole reward, in that coin.') },
    { description: 'What the round earned for everybody.' },
  ),
  share: decimalText(
    "The account's part of the reward, in the coin that was mined; all parts make the whole.",
  ),
  block: nullable(
    closedObject(
      { hash: Type.String(), height: Type.Integer({ minimum: 0 }) },
      { description: 'The block of the network that paid the reward; null for relayed work.' },
    ),
  ),
  relayed: Type.Optional(
    closedObject(
      {
        through: Type.String({ description: 'The other pool, as the operator calls it.' }),
        reference: Type.String({
          description:
            'The output that paid it, `txid:vout`; or the exchange that has it, a colon, and what that calls the deposit.',
        }),
        fee_percent: decimalText('Percent that the other pool kept before it paid, as the operator says.'),
        blocks: decimalText('How many blocks the work of the round finds on average.'),
        per_block: nullable(
          decimalText(
            'The whole reward for each block that its work finds on average; null for too little work to say.',
          ),
        ),
      },
      {
        description:
          'For relayed work: what the other pool paid. Its parts follow what work was worth when it was done, so that they may differ from the parts of the work.',
      },
    ),
  ),
};

const coinAmounts = (description: string) =>
  list(closedObject({ coin: coinSymbol('A coin, or USD.'), amount: decimalText('So much of it.') }), {
    description,
  });

/** How the coins of a round were sold before it was credited. */
export const SoldFirst = closedObject(
  {
    amount: decimalText('What was sold of the whole reward, with what exchanges took of it.'),
    brought: coinAmounts('What that brought, less what exchanges took of it.'),
    sales_in_all: Type.Integer({
      minimum: 1,
      description: 'How many sales there were; `sales` has the newest fifty.',
    }),
    sales: list(
      closedObject({
        exchange: nullable(Type.String({ description: 'Null where the operator sold it by hand.' })),
        at: timestampMs('When it was sold.'),
        price: nullable(
          decimalText('For one coin; null where the exchange says it the other way round, or there is none.'),
        ),
        coin: coinSymbol('What it was sold for.'),
        amount: decimalText("This reward's part of what was sold."),
        brought: decimalText('What that part brought, less its part of the fees.'),
        fees: coinAmounts('What the exchange took for the whole trade.'),
      }),
    ),
  },
  {
    description:
      "Where the coin that was mined has a thin market: `rate` follows from what it brought, the account's part of `brought` converted to the payout coin.",
  },
);
export type SoldFirst = Static<typeof SoldFirst>;

const ConvertedLine = closedObject({
  ...lineFields,
  pending_conversion: Type.Literal(false),
  rate: decimalText('Payout coins for one reward coin; 1 where they are the same.'),
  rate_source: Type.String({ description: 'Where the price of the reward coin came from.' }),
  rate_at: timestampMs('When the price of the reward coin was taken.'),
  paid_price_source: Type.Optional(
    Type.String({
      description:
        'Where the price of the payout coin came from, the other half of `rate`; left out where nothing was converted, or nothing of it was stored.',
    }),
  ),
  paid_price_at: Type.Optional(timestampMs('When the price of the payout coin was taken: the oldest of it.')),
  rate_spread_percent: Type.Optional(
    decimalText(
      'How far, in percent, `rate` is below the middle of what the sources said of both coins, between bid and ask and between sources; left out where it is not, or nothing was converted.',
    ),
  ),
  conversion_spread_percent: Type.Optional(
    decimalText(
      'Percent that `rate` is lower by for what the pool publishes that a conversion of these coins keeps back, beside the fee; a part of `rate_spread_percent`. Left out for none.',
    ),
  ),
  sold: Type.Optional(SoldFirst),
  usd: decimalText(
    "Value of the account's part in US dollars at that time, before `conversion_spread_percent` and the fee.",
  ),
  gross: decimalText("The account's part of the reward, in the payout coin."),
  fee: decimalText('What the pool kept.'),
  fee_percent: decimalText('Percent of `gross` that `fee` and `referral` make together.'),
  referral: decimalText('What the owner of the referral code received.'),
  credited: decimalText('`gross` less `fee` and `referral`.'),
});

const WaitingLine = closedObject(
  {
    ...lineFields,
    pending_conversion: Type.Literal(true),
    pending_reason: nullable(
      Type.Union(
        [
          Type.Literal('no_price'),
          Type.Literal('over_cap'),
          Type.Literal('over_hour_cap'),
          Type.Literal('over_exposure'),
          Type.Literal('to_be_sold'),
        ],
        {
          description:
            'Sources do not agree on a fresh rate; a cap on conversions holds it until the operator has looked; `over_exposure`, the pool has as much left to trade as it may, and it is credited once some of that is traded; or, `to_be_sold`, its coins have a thin market and are sold first, and it is credited at what that brings. Null for what was converted since.',
        },
      ),
    ),
    rate: Type.Null(),
    rate_source: Type.Null(),
    rate_at: Type.Null(),
    usd: Type.Null(),
    gross: Type.Null(),
    fee: Type.Null(),
    fee_percent: Type.Null(),
    referral: Type.Null(),
    credited: Type.Null(),
  },
  { description: 'Not converted at that time: the reward waits in its own coin and is credited later.' },
);

/** How one reward of a round became a part of the credit; `pending_conversion` tells the two kinds apart. */
export const ReceiptLine = Type.Union([ConvertedLine, WaitingLine]);
export type ReceiptLine = Static<typeof ReceiptLine>;

/**
 * The arithmetic behind a reward event. Merged mining and rewards that mature close together share one credit, so there
 * may be several lines; the `credited` of all lines sum to the event's `amount_extended`.
 */
export const Receipt = closedObject({
  lines: list(ReceiptLine, { minItems: 1 }),
  fiat_per_usd: Type.Optional(fiatPerUsd('when the reward was credited')),
});
export type Receipt = Static<typeof Receipt>;
