import { expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const file = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
rates:
`;
const read = (rates: string) => {
  const reading = parsePoolFile(`${file}${rates}\n`, (path) => `/etc/${path}`);
  return reading.kind === 'pool'
    ? reading.pool.rates
    : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};

it('reads who says what coins are worth', () => {
  expect(
    read(`  - source: coinpaprika
  - { source: coingecko, key: coingecko.key }
  - { source: gate, url: 'http://127.0.0.1:8090' }`),
  ).toEqual([
    { source: 'coinpaprika' },
    { source: 'coingecko', keyFile: '/etc/coingecko.key' },
    { source: 'gate', url: new URL('http://127.0.0.1:8090') },
  ]);
});

it.each([
  ['  - source: coinpaprika', ['7: rates must be a list of 2 to 8 rate sources']],
  [
    '  - source: coingecko\n  - source: coinpaprik',
    [
      '9: source is coinpaprik, but the rate sources of this release are: coinpaprika, coingecko, gate, kraken',
    ],
  ],
  ['  - source: kraken\n  - source: kraken', ['9: kraken stands in rates twice']],
  ...['kraken', 'coinpaprika', 'coingecko'].map((source): [string, string[]] => [
    `  - source: gate\n  - source: ${source}`,
    [
      '7: rates need two sources that price in dollars: gate prices in USDT, which counts only while two others agree on its own price',
    ],
  ]),
  ['  - source: coingecko\n  - { source: kraken, key: x }', ['9: kraken takes no key']],
  ...['http://rates.pool.example', 'ftp://x', 'nonsense'].map((url): [string, string[]] => [
    `  - source: coingecko\n  - { source: kraken, url: '${url}' }`,
    ['9: url must be https://, or http:// on this machine'],
  ]),
  [
    "  - source: coingecko\n  - { source: kraken, url: 'https://u:p@x.example' }",
    ['9: url must be a host and, where it needs one, a port and a path, and nothing else'],
  ],
])('names what is wrong with %s', (rates, faults) => {
  expect(read(rates)).toEqual(faults);
});
