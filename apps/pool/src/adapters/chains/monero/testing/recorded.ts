import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Of a wallet that was made for these records; nothing else ever used it. */
export const recordedAddress =
  '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
/** What its wallet says of its private view key. */
export const recordedViewKey = '3c9a871624ded7a721d42f782f3e8cf832c988ab1711bf3f511723e6d2667e08';

/** A template that monerod 0.18.0.0 gave on a test network, with four payments and 26 bytes for the pool. */
export const height92 = {
  answer: JSON.parse(
    readFileSync(fileURLToPath(new URL('regtest-92.json', import.meta.url)), 'utf8'),
  ) as Readonly<Record<string, unknown>>,
  reserveBytes: 26,
  /** The block that was made of it here, from 64 random bytes of 7, a salt of 9 and this nonce: the node took it under this name. */
  random: 7,
  salt: 9,
  nonce: Uint8Array.of(1, 2, 3, 4),
  work: '101091ac92d806148f84356de2068f290a763da351cbd52e0f231e416048bcbe6e982f276ebecc00000000cd650adc5ad32f3e2e99762dfa6fba20f07d26142991fcaf6bb99e5d157ffeab05',
  hash: 'd00e8ac6acc3396c54daaf3f79fc6b1fd9f9e2a87ad92c7694d99f0d0563909c',
  /** Its coinbase, as the wallet of the address showed it. */
  reward: 35188652957729n,
} as const;
