import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { coinSymbol, decimalText, integerText, requestedCoin, timestampMs, uuid } from '../primitives.ts';
import { coinChainFields, CoinItem } from './coins.ts';
import { thresholdChange } from './threshold-change.ts';

/** 256 characters is the longest address with memo that the rules of the pool take. */
export const AddressParams = closedObject({
  address: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'Payout address, followed by `:` and the memo where there is one.',
  }),
});
export type AddressParams = Static<typeof AddressParams>;

export const AddressQuery = closedObject({ coin: requestedCoin() });
export type AddressQuery = Static<typeof AddressQuery>;

export const AddressLookUpQuery = closedObject({
  coin: requestedCoin(),
  refusals: Type.Optional(
    Type.Literal('200', {
      description:
        'Ours, for pages: what is refused with 404 otherwise comes with status 200 and `success: false`, because browsers report every 404 as an error of the page.',
    }),
  ),
});
export type AddressLookUpQuery = Static<typeof AddressLookUpQuery>;

/** One network of the coin, seen from the address. */
export const AddressChain = closedObject({
  ...coinChainFields,
  explorer_address_link: nullable(
    Type.String({ description: "The explorer's page of the address; null where it is not compatible." }),
  ),
  compatible: Type.Boolean({ description: 'The address is valid on this network.' }),
});
export type AddressChain = Static<typeof AddressChain>;

/** Everything the header of the address page needs. */
export const AddressData = closedObject({
  uuid: uuid('Id of the miner in all further calls.'),
  simulated: Type.Optional(
    Type.Literal(true, {
      description: 'The demo fleet of a sandbox mines to it, or has; absent everywhere else.',
    }),
  ),
  coin: coinSymbol('The payout coin of the miner.'),
  address: Type.String({ description: 'The spelling under which the miner is kept.' }),
  memo: nullable(Type.String()),
  network: Type.String({ description: 'The network it is paid on.' }),
  chains: list(AddressChain, { minItems: 1 }),
  balance: decimalText('Everything that is pending, in coins.'),
  balance_payable: decimalText('What a payout would pay: `balance` rounded down to `precision` decimals.'),
  precision: integerText('Decimals that are shown and payable.'),
  payment_threshold: decimalText('The least amount that is paid out on `network`.'),
  payment_threshold_next: thresholdChange,
  mining_fee: decimalText('Percent of the rewards, for example `0.75`.'),
  auto: Type.Boolean({ description: 'Automatic payouts are on.' }),
  enabled: Type.Boolean({ description: 'False while payouts on `network` are under maintenance.' }),
  enabled_auto_only: Type.Boolean({ description: 'While `enabled` is false, automatic payouts still run.' }),
  paid_through_exchange: coinChainFields.paid_through_exchange,
  paid_here: Type.Boolean({
    description:
      'False where this pool has no wallet that pays the coin on `network`: its miners are refused.',
  }),
  not_paid_why: CoinItem.properties.not_paid_why,
  delisted_chain: Type.Boolean({ description: '`network` is no longer offered for this coin.' }),
  payable_until: nullable(timestampMs('A closed coin or network is paid until then; null for all others.')),
  write_off_at: nullable(
    timestampMs('The balance of this idle account is written off then, unless it is used.'),
  ),
  maintenance_message: nullable(Type.String()),
  fresh: Type.Boolean({ description: 'Never mined to; code and mining key do not exist yet.' }),
  inactive: Type.Boolean({ description: 'No activity for a long time; cleared after 6 months.' }),
  mining_key: nullable(Type.String({ description: 'Stands in for coin, address and memo.' })),
  referral_code: nullable(Type.String()),
  has_custom_referral_code: Type.Boolean(),
  custom_referral_code: nullable(Type.String()),
  err_flags: closedObject({
    missing_memo: Type.Boolean({ description: 'An exchange address without its memo.' }),
    payment_error: Type.Boolean({ description: 'The last payments failed.' }),
    restricted: Type.Boolean({ description: 'Barred from mining.' }),
    not_activated: Type.Boolean({ description: 'The network does not know the address yet (XRP).' }),
  }),
  pending_network: Type.Optional(
    nullable(
      closedObject({
        network: Type.String({ description: 'The network that payouts will use.' }),
        at: timestampMs('When the switch takes effect.'),
      }),
    ),
  ),
});
export type AddressData = Static<typeof AddressData>;

/** `GET /v5/address/{address}?coin=`; 404 where the text is no address of the coin. */
export const AddressResponse = envelope(AddressData, { description: 'An address that could be paid.' });
export type AddressResponse = Static<typeof AddressResponse>;
