import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { list } from '../list.ts';
import { algorithmCode, coinSymbol, decimalText, integerText, requestedCoin } from '../primitives.ts';

/** As JSON or as a form: existing clients send either, and the hashrate as text or as a number. */
export const CalculateRewardBody = closedObject({
  algo: Type.String({ minLength: 1, maxLength: 32, description: 'Code of the algorithm.' }),
  coin: requestedCoin(),
  // One schema with two types: a union would let the validator turn text into a number, also text with an exponent.
  mh: Type.Unsafe<string | number>({
    type: ['string', 'number'],
    pattern: '^[0-9]{1,30}(?:\\.[0-9]{1,18})?$',
    minimum: 0,
    maximum: 1e30,
    description: "Hashrate in the algorithm's pre-unit, whatever the name says.",
  }),
});
export type CalculateRewardBody = Static<typeof CalculateRewardBody>;

/** What an estimate rests on. Ours: clients that know the bare answer pass over it. */
export const RewardAssumptions = closedObject({
  fee: decimalText('Percent that was taken off, for example `1`.'),
  price_usd: decimalText('US dollars for one coin of the payout.'),
  rates_source: Type.String({ description: 'Who said what the coins are worth.' }),
  rates_age_s: Type.Integer({
    minimum: 0,
    description: 'Seconds since the oldest of the rates was observed.',
  }),
  networks: list(
    closedObject({
      coin: coinSymbol('What the work earns; several where mining is merged.'),
      rate: integerText('Hashes or solutions a second of the whole network.'),
      conversion_spread_percent: Type.Optional(
        decimalText(
          'Percent that the conversion of this coin to the payout coin keeps back, beside the fee; taken off, and left out for none.',
        ),
      ),
    }),
  ),
  fiat_per_usd: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), decimalText('Money for one US dollar.'), {
    additionalProperties: false,
    description: 'By ISO 4217 code; holds USD and what else the pool knows a rate of.',
  }),
});
export type RewardAssumptions = Static<typeof RewardAssumptions>;

/** `POST /v3/calculate/reward`; the only answer without an envelope. Failures have one. */
export const CalculateRewardResponse = closedObject(
  {
    algo: algorithmCode('As asked for.'),
    coin: coinSymbol('As asked for, in upper case.'),
    per_day: decimalText('Coins in 24 hours, after the fee.'),
    per_month: decimalText('Coins in 30 days, after the fee.'),
    assumptions: Type.Optional(RewardAssumptions),
  },
  { description: 'An estimate at full precision, also for small hashrates.' },
);
export type CalculateRewardResponse = Static<typeof CalculateRewardResponse>;
