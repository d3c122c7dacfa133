import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { algorithmCode, coinSymbol, decimalText, timestampMs } from '../primitives.ts';

/** Work of a miner that no payment of the pool that gave it covers yet. */
export const ExpectedIncome = closedObject({
  through: Type.String({ minLength: 1, maxLength: 32, description: 'The pool that gave the work.' }),
  algorithm: algorithmCode('Of the work.'),
  coin: coinSymbol('The coin that the pool pays.'),
  blocks: decimalText('The blocks that the work finds on average, by what a block took when it was done.'),
  amount: nullable(
    decimalText(
      'What these bring now, less what that pool keeps and before the fee of this one; null where no node of this pool says what a block brings.',
    ),
  ),
  since: timestampMs('The work was done from then on.'),
  by_luck: nullable(
    Type.Boolean({
      description: 'That pool pays for its blocks, and not for each share; null where that is not known.',
    }),
  ),
  next_at: nullable(
    timestampMs(
      'When its next payment would be credited, if it pays as often as before; null before its third, and where it is later than that.',
    ),
  ),
  said: nullable(
    closedObject(
      {
        paid: decimalText('What it says that it has paid to this pool, of what is not booked here.'),
        part: decimalText('What of that would be for the work of this miner.'),
        at: timestampMs('When it says that it made the newest of these payments.'),
        missing: Type.Boolean({ description: 'One of them should have come by now, and has not.' }),
      },
      {
        description:
          'Payments that it names by their transactions on its page of this pool’s account; null where it names none that is still to come, or its page is not asked.',
      },
    ),
  ),
});
export type ExpectedIncome = Static<typeof ExpectedIncome>;

/** `GET /v5/account/{uuid}/expected`. Not a call of the specification. */
export const AccountExpectedResponse = envelope(
  closedObject({ list: list(ExpectedIncome, { description: 'In the order of the settings.' }) }),
  {
    description:
      'What other pools are expected to pay for work that they gave. Nothing of it is credited, or part of any balance: it counts once a payment has arrived, by what has arrived. Work of the last three days at most, as it stood minutes ago.',
  },
);
export type AccountExpectedResponse = Static<typeof AccountExpectedResponse>;
