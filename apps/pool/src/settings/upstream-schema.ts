import { Type } from 'typebox';
import { reached, strict, whole } from './schema-parts.ts';

/** Another pool that gives work, as `openlode.yaml` has it. */
export const UpstreamSchema = Type.Object(
  {
    name: reached.name,
    algorithm: Type.String({ description: 'an algorithm' }),
    coin: Type.String({ description: 'a coin' }),
    addresses: Type.Array(
      Type.Object(
        {
          url: Type.String({ description: 'such as stratum+tls://pool.example:3334' }),
          fingerprint: Type.Optional(
            Type.String({
              pattern: '^(?:[0-9a-fA-F]{2}:?){31}[0-9a-fA-F]{2}$',
              description: 'the SHA-256 of a certificate: 64 hexadecimal digits',
            }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 8, description: 'a list of 1 to 8 addresses' },
    ),
    user: Type.String({
      pattern: '^[\\x21-\\x7e]{1,256}$',
      description: '1 to 256 printable characters of ASCII, as the other pool wants them',
    }),
    password: Type.Optional(Type.String({ minLength: 1, description: 'the path of a file' })),
    feePercent: Type.Number({ minimum: 0, maximum: 100, description: 'percent, such as 1.5' }),
    scheme: Type.Optional(Type.String({ description: 'how that pool pays, such as pplns' })),
    blocksPerDay: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 100_000,
        description: 'blocks that it finds in a day, such as 12',
      }),
    ),
    incomeMax: Type.Number({ minimum: 0, description: 'an amount' }),
    paysTo: Type.Optional(Type.String({ description: 'an exchange, such as kraken' })),
    exchangeCoin: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]{1,32}$',
        description:
          'what the exchange calls the coin: 1 to 32 letters, digits, dots, underscores and hyphens',
      }),
    ),
    exchangeNetwork: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]{1,64}$',
        description: 'what the exchange calls the way in: 1 to 64 printable characters of ASCII',
      }),
    ),
    payoutAddress: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{8,256}$',
        description: 'the address that is typed at the other pool, in quotes',
      }),
    ),
    hashesPerBlock: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1e60, description: 'hashes for a block, such as 4.2e16' }),
    ),
    coinsPerBlock: Type.Optional(
      Type.Array(
        Type.Object(
          {
            coins: Type.String({
              pattern: '^\\d{1,12}(\\.\\d{1,18})?$',
              description: 'an amount in quotes, such as "3.125"',
            }),
            from: Type.Optional(
              Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, such as 2027-03-01' }),
            ),
          },
          strict,
        ),
        { minItems: 1, maxItems: 120, description: 'a list of 1 to 120 figures' },
      ),
    ),
    connections: Type.Optional(whole(1, 64)),
    ended: Type.Optional(Type.Boolean({ description: 'true or false' })),
    statement: Type.Optional(
      Type.Object(
        {
          kind: Type.String({ description: 'nodejs-pool or 2miners' }),
          url: Type.String({ description: 'such as https://api.pool.example' }),
          account: Type.String({
            pattern: '^[\\x21-\\x7e]{1,256}$',
            description: '1 to 256 printable characters of ASCII, as the other pool names the account',
          }),
          decimals: whole(0, 18),
          arrivesWithinHours: Type.Optional(whole(1, 168)),
        },
        strict,
      ),
    ),
  },
  strict,
);
