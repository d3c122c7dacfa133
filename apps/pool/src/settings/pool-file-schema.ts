import { type Static, Type } from 'typebox';
import type { Path } from './pool-file-fault.ts';
import { AddressSchema, reached, strict, whole } from './schema-parts.ts';
import { UpstreamSchema } from './upstream-schema.ts';

const walletUrl = Type.Optional(Type.String({ description: 'such as http://127.0.0.1:48334' }));
const NodeSchema = Type.Object(
  {
    ...reached,
    zmq: Type.Optional(
      Type.String({
        pattern: '^tcp://[A-Za-z0-9.-]{1,253}:[1-9][0-9]{0,4}$',
        description: 'such as tcp://127.0.0.1:28332',
      }),
    ),
    walletUrl,
  },
  strict,
);
const NodesSchema = Type.Array(NodeSchema, {
  minItems: 1,
  maxItems: 8,
  description: 'a list of 1 to 8 nodes',
});
const WalletsSchema = Type.Array(Type.Object(reached, strict), {
  minItems: 1,
  maxItems: 8,
  description: 'a list of 1 to 8 wallets',
});
const MergedSchema = Type.Object(
  { coin: Type.String({ description: 'a coin' }), address: AddressSchema, nodes: NodesSchema },
  strict,
);
const ChainSchema = Type.Object(
  {
    coin: Type.String({ description: 'a coin' }),
    address: AddressSchema,
    tag: Type.Optional(
      Type.String({ pattern: '^[\\x20-\\x7e]{1,40}$', description: '1 to 40 printable characters of ASCII' }),
    ),
    nodes: NodesSchema,
    wallets: Type.Optional(WalletsSchema),
    merged: Type.Optional(
      Type.Array(MergedSchema, { minItems: 1, maxItems: 8, description: 'a list of 1 to 8 chains' }),
    ),
    mined: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  strict,
);
const RailSchema = Type.Object(
  {
    coin: Type.String({ description: 'a coin' }),
    wallet: Type.String({
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      description: 'the name of a wallet: 1 to 64 letters, digits, dots, underscores and hyphens',
    }),
    signer: Type.String({ minLength: 1, description: 'the path of a socket' }),
    address: Type.Optional(AddressSchema),
    nodes: Type.Optional(
      Type.Array(Type.Object({ ...reached, walletUrl }, strict), {
        minItems: 1,
        maxItems: 8,
        description: 'a list of 1 to 8 nodes',
      }),
    ),
    addresses: Type.Optional(
      Type.Array(AddressSchema, { minItems: 1, maxItems: 16, description: 'a list of 1 to 16 addresses' }),
    ),
    confirmations: Type.Optional(whole(1, 1000)),
    feeRateMin: Type.Optional(whole(1, 100_000)),
    feeRateMax: Type.Optional(whole(1, 100_000)),
    feeShareMax: Type.Optional(whole(1, 50)),
    feeMax: Type.Optional(Type.Number({ description: 'an amount' })),
  },
  strict,
);
const EvmAddressSchema = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: 'an address in quotes, such as "0x3535353535353535353535353535353535353535"',
});
const EvmSchema = Type.Object(
  {
    network: Type.String({ description: 'a network' }),
    account: EvmAddressSchema,
    olderAccounts: Type.Optional(
      Type.Array(EvmAddressSchema, { minItems: 1, maxItems: 16, description: 'a list of 1 to 16 accounts' }),
    ),
    signer: Type.String({ minLength: 1, description: 'the path of a socket' }),
    nodes: Type.Array(Type.Object(reached, strict), {
      minItems: 1,
      maxItems: 8,
      description: 'a list of 1 to 8 nodes',
    }),
    tokens: Type.Optional(
      Type.Array(
        Type.Object({ coin: Type.String({ description: 'a coin' }), contract: EvmAddressSchema }, strict),
        { minItems: 1, maxItems: 64, description: 'a list of 1 to 64 tokens' },
      ),
    ),
    confirmations: Type.Optional(whole(2, 20_000)),
    gasPriceMax: Type.Optional(whole(1, 100_000)),
    feeShareMax: Type.Optional(whole(1, 50)),
    feeMax: Type.Optional(Type.Number({ description: 'an amount' })),
  },
  strict,
);
const SolanaSchema = Type.Object(
  {
    account: AddressSchema,
    nonceAccount: AddressSchema,
    signer: Type.String({ minLength: 1, description: 'the path of a socket' }),
    nodes: Type.Array(Type.Object(reached, strict), {
      minItems: 1,
      maxItems: 8,
      description: 'a list of 1 to 8 nodes',
    }),
    confirmations: Type.Optional(whole(2, 10_000)),
    feeShareMax: Type.Optional(whole(1, 50)),
    feeMax: Type.Optional(Type.Number({ description: 'an amount' })),
  },
  strict,
);
const amount = Type.Number({ minimum: 0, description: 'an amount' });
const FloatSchema = Type.Object(
  {
    coin: Type.String({ description: 'a coin' }),
    network: Type.Optional(Type.String({ description: 'a network' })),
    target: amount,
    ceiling: amount,
    cold: Type.Optional(AddressSchema),
    sweptByItself: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  strict,
);
const MoneroWalletSchema = Type.Object({ url: reached.url, login: reached.login }, strict);
const MoneroSchema = Type.Object(
  {
    address: AddressSchema,
    signer: Type.String({ minLength: 1, description: 'the path of a socket' }),
    nodes: Type.Array(Type.Object(reached, strict), {
      minItems: 1,
      maxItems: 8,
      description: 'a list of 1 to 8 nodes',
    }),
    wallet: MoneroWalletSchema,
    olderAccounts: Type.Optional(
      Type.Array(Type.Object({ address: AddressSchema, wallet: MoneroWalletSchema }, strict), {
        minItems: 1,
        maxItems: 16,
        description: 'a list of 1 to 16 accounts',
      }),
    ),
    confirmations: Type.Optional(whole(2, 100)),
    feeShareMax: Type.Optional(whole(1, 50)),
    feeMax: Type.Optional(Type.Number({ description: 'an amount' })),
  },
  strict,
);
const accountRail = {
  account: AddressSchema,
  signer: Type.String({ minLength: 1, description: 'the path of a socket' }),
  nodes: Type.Array(Type.Object(reached, strict), {
    minItems: 1,
    maxItems: 8,
    description: 'a list of 1 to 8 nodes',
  }),
  feeShareMax: Type.Optional(whole(1, 50)),
  feeMax: Type.Optional(Type.Number({ description: 'an amount' })),
};
/** Of a network whose coin is paid from one account. */
const AccountRailSchema = Type.Object(accountRail, strict);
const TronSchema = Type.Object(
  {
    ...accountRail,
    tokens: Type.Optional(
      Type.Array(
        Type.Object({ coin: Type.String({ description: 'a coin' }), contract: AddressSchema }, strict),
        { minItems: 1, maxItems: 64, description: 'a list of 1 to 64 tokens' },
      ),
    ),
  },
  strict,
);
const ExchangeRailSchema = Type.Object(
  {
    exchange: Type.String({ description: 'an exchange' }),
    key: Type.String({ minLength: 1, description: 'the path of a file' }),
    coins: Type.Array(
      Type.Object(
        {
          coin: Type.String({ description: 'a coin' }),
          network: Type.Optional(Type.String({ description: 'a network' })),
          method: Type.String({
            pattern: '^[\\x20-\\x7e]{1,64}$',
            description: 'what the exchange calls the way out: 1 to 64 printable characters of ASCII',
          }),
          least: Type.Number({ description: 'an amount' }),
          feeMax: Type.Number({ description: 'an amount' }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 32, description: 'a list of 1 to 32 coins' },
    ),
  },
  strict,
);
const RateSchema = Type.Object(
  {
    source: Type.String({ description: 'a rate source' }),
    url: Type.Optional(Type.String({ description: 'such as https://rates.pool.example' })),
    key: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
  },
  strict,
);
/** What stands in `openlode.yaml`, each part with the words by which a fault names what is expected. */
export const FileSchema = Type.Object(
  {
    kind: Type.String({ description: 'regtest or real' }),
    chains: Type.Array(ChainSchema, { minItems: 1, maxItems: 32, description: 'a list of chains' }),
    rails: Type.Optional(
      Type.Array(RailSchema, { minItems: 1, maxItems: 32, description: 'a list of rails' }),
    ),
    evm: Type.Optional(
      Type.Array(EvmSchema, { minItems: 1, maxItems: 32, description: 'a list of EVM networks' }),
    ),
    floats: Type.Optional(
      Type.Array(FloatSchema, { minItems: 1, maxItems: 128, description: 'a list of floats' }),
    ),
    monero: Type.Optional(MoneroSchema),
    solana: Type.Optional(SolanaSchema),
    xrp: Type.Optional(AccountRailSchema),
    tron: Type.Optional(TronSchema),
    exchangeRail: Type.Optional(ExchangeRailSchema),
    rates: Type.Optional(
      Type.Array(RateSchema, {
        minItems: 2,
        maxItems: 8,
        description: 'a list of 2 to 8 rate sources',
      }),
    ),
    upstreams: Type.Optional(
      Type.Array(UpstreamSchema, { minItems: 1, maxItems: 32, description: 'a list of other pools' }),
    ),
  },
  strict,
);
export type FileContent = Static<typeof FileSchema>;

/** What the schema says of a place, in words. */
export function expectedAt(path: Path): string {
  let schema: unknown = FileSchema;
  for (const key of path) {
    const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
    schema = properties?.[key] ?? items;
  }
  return (schema as { description?: string } | undefined)?.description ?? 'a list of settings';
}
