import { expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const file = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
      - { name: two, url: 'http://127.0.0.1:19453', login: two }
rails:
  - { coin: LTC, wallet: watch, signer: signer.sock }
evm:
  - network: ETH
    account: "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
    signer: signer.sock
    nodes:
      - { name: one, url: 'http://127.0.0.1:8545' }
      - { name: two, url: 'http://127.0.0.1:8546' }
    tokens:
      - { coin: USDT, contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3" }
floats:
`;
const read = (floats: string) => {
  const reading = parsePoolFile(`${file}${floats}\n`, (path) => path);
  return reading.kind === 'pool'
    ? reading.pool.floats
    : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};
const unit = 10n ** 18n;

it('reads what a wallet should have', () => {
  expect(
    read(`  - { coin: LTC, target: 5, ceiling: 20.5 }
  - { coin: ETH, target: 0.0000001, ceiling: 10 }
  - { coin: USDT, network: ETH, target: 100, ceiling: 100 }`),
  ).toEqual([
    { coin: 'LTC', network: 'LTC', target: 5n * unit, ceiling: (205n * unit) / 10n },
    { coin: 'ETH', network: 'ETH', target: unit / 10_000_000n, ceiling: 10n * unit },
    { coin: 'USDT', network: 'ETH', target: 100n * unit, ceiling: 100n * unit },
  ]);
});

it('reads where a wallet is swept to, in the spelling of miners, and whether that happens by itself', () => {
  const cold = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  const float = { coin: 'LTC', network: 'LTC', target: 5n * unit, ceiling: 20n * unit };
  const spelled = read(`  - { coin: LTC, target: 5, ceiling: 20, cold: ${cold} }`);
  expect(spelled).toEqual([{ ...float, cold: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }]);
  expect(read(`  - { coin: LTC, target: 5, ceiling: 20, cold: ${cold}, sweptByItself: true }`)).toEqual([
    { ...float, cold: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', isSweptByItself: true },
  ]);
});

it('reads where an account is swept to, with the checksum of its letters', () => {
  const float = { coin: 'ETH', network: 'ETH', target: 5n * unit, ceiling: 20n * unit };
  for (const cold of [
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  ])
    expect(read(`  - { coin: ETH, target: 5, ceiling: 20, cold: "${cold}", sweptByItself: true }`)).toEqual([
      { ...float, cold: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', isSweptByItself: true },
    ]);
});

it('reads where a token is swept to in the same way', () => {
  const cold = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
  expect(
    read(`  - { coin: USDT, network: ETH, target: 5, ceiling: 20, cold: "${cold}", sweptByItself: true }`),
  ).toEqual([
    {
      coin: 'USDT',
      network: 'ETH',
      target: 5n * unit,
      ceiling: 20n * unit,
      cold: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      isSweptByItself: true,
    },
  ]);
});

const pool =
  '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
const cold =
  '47iGUeBSvP8GnhBcX6wHW1VSzLmnGSVYfEzuBasySYT878YkW9vzjqbC8TSRp59uRkEP9NkWMurhTS1VkKYSaWGDRxGybqz';

const moneroPart = `monero:
  address: ${pool}
  signer: signer.sock
  nodes:
    - { name: one, url: 'http://127.0.0.1:18081' }
    - { name: two, url: 'http://127.0.0.1:18082' }
  wallet: { url: 'http://127.0.0.1:18083' }
`;

it('reads what the wallet of XMR should have, and where it is swept to', () => {
  const floats = (address: string) => {
    const text = `${moneroPart}${file}  - { coin: XMR, target: 1, ceiling: 5, cold: ${address} }\n`;
    const reading = parsePoolFile(text, (path) => path);
    return reading.kind === 'pool' ? reading.pool.floats : reading.faults.map(({ fault }) => fault);
  };
  expect(floats(cold)).toEqual([{ coin: 'XMR', network: 'XMR', target: unit, ceiling: 5n * unit, cold }]);
  expect(floats(pool)).toEqual([`${pool} is an address of the pool itself`]);
  expect(floats(`${cold.slice(0, -1)}s`)).toEqual([`${cold.slice(0, -1)}s is no address of XMR`]);
  expect(read(`  - { coin: XMR, target: 1, ceiling: 5 }`)).toEqual([
    '20: no rail of the file pays XMR on XMR',
  ]);
});

it('sweeps nothing to the account of a replaced key', () => {
  const older = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const evm = file.replace('    tokens:', `    olderAccounts: ["${older}"]\n    tokens:`);
  const monero = `${moneroPart}  olderAccounts:\n    - { address: ${cold}, wallet: { url: 'http://127.0.0.1:18084' } }\n`;
  const text = `${monero}${evm}  - { coin: XMR, target: 1, ceiling: 5, cold: ${cold} }
  - { coin: ETH, target: 1, ceiling: 5, cold: "${older}" }\n`;
  const reading = parsePoolFile(text, (path) => path);
  expect(reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault)).toEqual([
    `${cold} is an address of the pool itself`,
    `${older} is an account of the pool itself, or the contract of a token`,
  ]);
});

it.each([
  [
    '  - { coin: LTC, target: 5, ceiling: 20, cold: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq }',
    ['20: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq is an address of the pool itself'],
  ],
  [
    '  - { coin: LTC, target: 5, ceiling: 20, cold: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9 }',
    ['20: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9 is no address of LTC regtest'],
  ],
  [
    '  - { coin: ETH, target: 5, ceiling: 20, cold: "0x5FbDB2315678afecb367f032d93F642f64180aa3" }',
    [
      '20: 0x5FbDB2315678afecb367f032d93F642f64180aa3 is an account of the pool itself, or the contract of a token',
    ],
  ],
  [
    '  - { coin: ETH, target: 5, ceiling: 20, cold: "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f" }',
    [
      '20: 0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f is an account of the pool itself, or the contract of a token',
    ],
  ],
  [
    '  - { coin: ETH, target: 5, ceiling: 20, cold: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8" }',
    ['20: a letter of 0x70997970C51812dc3A010C7d01b50e0d17dc79c8 is wrong: its checksum does not hold'],
  ],
  [
    '  - { coin: ETH, target: 5, ceiling: 20, cold: "0x0000000000000000000000000000000000000000" }',
    ['20: 0x0000000000000000000000000000000000000000 is no address of ETH'],
  ],
  [
    '  - { coin: USDT, network: ETH, target: 5, ceiling: 20, cold: "0x5FbDB2315678afecb367f032d93F642f64180aa3" }',
    [
      '20: 0x5FbDB2315678afecb367f032d93F642f64180aa3 is an account of the pool itself, or the contract of a token',
    ],
  ],
  [
    '  - { coin: LTC, target: 5, ceiling: 20, sweptByItself: true }',
    ['20: LTC is swept nowhere: cold is missing'],
  ],
  ['  - { coin: DOGE, target: 5, ceiling: 20 }', ['20: no rail of the file pays DOGE on DOGE']],
  ['  - { coin: USDT, network: BSC, target: 5, ceiling: 20 }', ['20: no rail of the file pays USDT on BSC']],
  ['  - { coin: LTC, target: 5, ceiling: 4 }', ['20: ceiling is 4, below target, which is 5']],
  [
    '  - { coin: LTC, target: 0.000000001, ceiling: 4 }',
    ['20: target must be an amount of eight decimals at most'],
  ],
  [
    '  - { coin: LTC, target: 1, ceiling: 4 }\n  - { coin: LTC, target: 1, ceiling: 4 }',
    ['21: LTC on LTC has two floats'],
  ],
  ['  - { coin: LTC, target: 1 }', ['20: floats.0 lacks ceiling']],
] as const)('refuses %s', (floats, faults) => {
  expect(read(floats)).toEqual(faults);
});
