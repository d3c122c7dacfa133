import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { algorithmCode, coinSymbol, decimalText, requestedCoin } from '../primitives.ts';

/** As JSON or as a form: existing clients send either, and the hashrate as text or as a number. */
export const CalculateRewardBody = closedObject({
  algo: Type.String({ minLength: 1, maxLength: 32, description: 'Code of the algorithm.' }),
  coin: requestedCoin(),
  mh: Type.Union(
    [
      Type.String({ pattern: '^[0-9]{1,30}(?:\\.[0-9]{1,18})?$' }),
      Type.Number({ minimum: 0, maximum: 1e30 }),
    ],
    { description: "Hashrate in the algorithm's pre-unit, whatever the name says." },
  ),
});
export type CalculateRewardBody = Static<typeof CalculateRewardBody>;

/** `POST /v3/calculate/reward`; the only answer without an envelope. Failures have one. */
export const CalculateRewardResponse = closedObject(
  {
    algo: algorithmCode('As asked for.'),
    coin: coinSymbol('As asked for, in upper case.'),
    per_day: decimalText('Coins in 24 hours, after the fee.'),
    per_month: decimalText('Coins in 30 days, after the fee.'),
  },
  { description: 'An estimate at full precision, also for small hashrates.' },
);
export type CalculateRewardResponse = Static<typeof CalculateRewardResponse>;
