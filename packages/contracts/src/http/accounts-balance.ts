import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { decimalText, integerText, timestampMs, uuid } from '../primitives.ts';

const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export const AccountsBalanceParams = closedObject({
  uuids: Type.String({
    pattern: `^${id}(?:,${id}){0,49}$`,
    maxLength: 1_849,
    description: 'Ids of 1 to 50 accounts, joined by commas.',
  }),
});
export type AccountsBalanceParams = Static<typeof AccountsBalanceParams>;

/** `GET /v5/accounts/{uuids}/balance`; 404 where none of the accounts exists. */
export const AccountsBalanceResponse = envelope(
  list(
    closedObject({
      uuid: uuid('Id of the miner.'),
      balance: decimalText('Everything that is pending, in coins.'),
      precision: integerText('Decimals that the balance is shown with, those of the miner’s network.'),
      last_update: timestampMs('The last change of the balance.'),
    }),
  ),
  { description: 'Balances of the accounts that exist.' },
);
export type AccountsBalanceResponse = Static<typeof AccountsBalanceResponse>;
