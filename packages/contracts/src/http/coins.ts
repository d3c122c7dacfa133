import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { coinSymbol, decimalText, requestedCoin } from '../primitives.ts';
import { thresholdChange } from './threshold-change.ts';

/** The fields of a chain that do not depend on an address; the address lookup adds its own. */
export const coinChainFields = {
  name: Type.String({ description: 'Name of the network.' }),
  network: Type.String({ description: 'Chain code, unique within the coin, for example `BSC`.' }),
  token_standard: nullable(
    Type.String({ description: "Null where the coin is the network's own, for example `BEP20`." }),
  ),
  regex: Type.String({
    description: 'What an address looks like. A hint: the server also checks checksums.',
  }),
  regex_memo: nullable(Type.String({ description: 'What a memo looks like; null where none is taken.' })),
  is_default: Type.Boolean(),
  payment_threshold: decimalText('The least amount that is paid out on this network, in coins.'),
  payment_threshold_next: thresholdChange,
  enabled: Type.Boolean({
    description: 'False while payouts on this network are under maintenance or closed by the operator.',
  }),
  paid_here: Type.Boolean({
    description:
      'False where this pool pays no new work in the coin on this network: it has no wallet there, or `not_paid_why` says what else. It cannot be chosen, and miners that log in for it are refused.',
  }),
  paid_through_exchange: Type.Optional(
    Type.Literal(true, {
      description:
        'It is paid out of an account of this pool at an exchange, which sends it to the address; absent where a wallet of the pool pays.',
    }),
  ),
  enabled_auto_only: Type.Boolean({ description: 'While `enabled` is false, automatic payouts still run.' }),
  contract: nullable(Type.String({ description: "The token's contract; null for a native coin." })),
  explorer_address: Type.String({ description: 'Link prefix; an address is appended.' }),
};

/** One network of a coin, as the coin calls answer it. */
export const CoinChain = closedObject({
  ...coinChainFields,
  explorer_address_link: nullable(
    Type.String({ description: "The explorer's page of `contract`; null for a native coin." }),
  ),
});
export type CoinChain = Static<typeof CoinChain>;

/** A coin or token that miners can be paid in; network, standard, patterns and threshold repeat the default chain's. */
export const CoinItem = closedObject({
  symbol: coinSymbol('Upper-case symbol.'),
  name: Type.String(),
  network: Type.String({ description: 'Code of the default chain.' }),
  token_standard: nullable(Type.String()),
  logo: Type.String({ description: "Path below the site's root." }),
  regex: Type.String(),
  regex_memo: nullable(
    Type.String({ description: 'Set when at least one chain takes a memo, unlike the chain fields.' }),
  ),
  memo_kind: nullable(Type.String({ description: 'What the network calls a memo and what it may hold.' })),
  address_prefix: nullable(
    Type.String({ description: 'Set where addresses carry a colon themselves; they are not split at it.' }),
  ),
  tags: Type.String({ description: 'Comma-separated, for example `New,Meme`; empty without tags.' }),
  top: Type.Enum([0, 1], { type: 'integer', description: '1 for a new or featured coin.' }),
  delisted: Type.Enum([0, 1], { type: 'integer', description: '1 when no further rewards are credited.' }),
  paid_here: Type.Boolean({
    description: 'False where none of its networks is paid here: it cannot be chosen.',
  }),
  not_paid_why: Type.Optional(
    Type.String({
      description:
        'Why no new work is paid in it although a wallet of this pool may pay it, in words for its page: the pool has no way to come by it, or no rate for it, or pays nothing at all. Absent where new work is.',
    }),
  ),
  high_risk: Type.Boolean({ description: 'Shown with a note on volatility.' }),
  no_pow_note: Type.Boolean({ description: 'Shown with the note that it is always paid by conversion.' }),
  payment_threshold: decimalText('The least amount that is paid out on the default chain, in coins.'),
  payment_enabled: Type.Boolean({ description: 'False while payouts on the default chain are paused.' }),
  conversion: Type.Optional(
    closedObject(
      {
        class: Type.Enum(['stable', 'liquid', 'thin'], {
          type: 'string',
          description:
            'By what the sources of its price say now, or as the operator has named it. It can change; what held is on the receipt.',
        }),
        spread_percent: decimalText(
          'Percent that a conversion keeps back for this coin, whether it is mined or paid; that of the other coin comes to it.',
        ),
      },
      { description: 'What conversions keep back beside the fee; left out where this pool keeps nothing.' },
    ),
  ),
  chains: list(CoinChain, { minItems: 1 }),
});
export type CoinItem = Static<typeof CoinItem>;

/** A section of the coin switcher. */
export const CoinGroup = closedObject({
  category: Type.String({ description: 'Title of the section.' }),
  list: list(CoinItem),
});
export type CoinGroup = Static<typeof CoinGroup>;

export const CoinListQuery = closedObject({
  categories: Type.Optional(
    Type.Enum(['0', '1'], { type: 'string', description: '1 answers groups of coins.' }),
  ),
});
export type CoinListQuery = Static<typeof CoinListQuery>;

/** `GET /v5/coin` */
export const CoinListResponse = envelope(list(CoinItem), {
  description: 'Every coin: featured ones first, then by symbol.',
});
export type CoinListResponse = Static<typeof CoinListResponse>;

/** `GET /v5/coin?categories=1` */
export const CoinGroupsResponse = envelope(list(CoinGroup), { description: 'Coins by category.' });
export type CoinGroupsResponse = Static<typeof CoinGroupsResponse>;

export const CoinParams = closedObject({ symbol: requestedCoin() });
export type CoinParams = Static<typeof CoinParams>;

/** `GET /v5/coin/{symbol}`; 404 where no coin has that symbol or alias. */
export const CoinResponse = envelope(CoinItem, { description: 'One coin.' });
export type CoinResponse = Static<typeof CoinResponse>;
