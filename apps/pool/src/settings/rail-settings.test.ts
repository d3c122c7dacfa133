import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
      - { name: two, url: 'http://127.0.0.1:19453', login: two }
rails:
  - coin: LTC
    wallet: watch
    signer: signer.sock
`;
const offered =
  'LTC, BTC, BCH, DOGE, RTM, RVN, BELLS, DASH, DGB, VTC, VIA, QTUM, FIRO, BTG, XEC, XVG, ZEC, FLUX, KMD, NEXA';
const dash = `  - coin: DASH
    wallet: watch
    signer: signer.sock
    address: yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6
    nodes:
      - { name: three, url: 'http://127.0.0.1:19898', login: three }
      - { name: four, url: 'http://127.0.0.1:19908', login: four, walletUrl: 'http://127.0.0.1:19909' }
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));
const railsOf = (text: string) => {
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool.rails;
};

it('reads a rail, with what is usual', () => {
  expect(railsOf(good)).toEqual([
    {
      coin: 'LTC',
      wallet: 'watch',
      signer: '/etc/signer.sock',
      addresses: [],
      confirmations: 6,
      feeRateMin: 10n,
      feeRateMax: 200n,
      feeMax: 2n * 10n ** 15n,
    },
  ]);
});

it('reads everything that can be set', () => {
  const more = `${good}    addresses: [rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3]
    confirmations: 2
    feeRateMin: 1
    feeRateMax: 50
    feeShareMax: 2
    feeMax: 0.0005
`.replace('signer.sock', '/run/signer.sock');
  expect(railsOf(more)).toEqual([
    {
      coin: 'LTC',
      wallet: 'watch',
      signer: '/run/signer.sock',
      addresses: ['rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3'],
      confirmations: 2,
      feeRateMin: 1n,
      feeRateMax: 50n,
      feeShareMax: 2,
      feeMax: 5n * 10n ** 14n,
    },
  ]);
});

it('reads a rail of Bitcoin, with where its wallets answer', () => {
  const text = good
    .replaceAll('coin: LTC', 'coin: BTC')
    .replace('rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', 'rb1qw508d6qejxtdg4y5r3zarvary0c5xw7k38f4sn')
    .replace('login: one', "login: one, walletUrl: 'http://127.0.0.1:48334'");
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  expect(reading.pool.rails).toMatchObject([{ coin: 'BTC', feeRateMin: 1n, feeMax: 5n * 10n ** 14n }]);
  expect(reading.pool.chains[0].nodes.map(({ walletUrl }) => walletUrl?.href)).toEqual([
    'http://127.0.0.1:48334/',
    undefined,
  ]);
});

it('reads a rail of Dogecoin that is mined together with Litecoin, with the fees that its developers recommend', () => {
  const text = `${good}  - coin: DOGE
    wallet: watch
    signer: signer.sock
`.replace(
    'rails:\n',
    `    merged:
      - coin: DOGE
        address: mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r
        nodes:
          - { name: three, url: 'http://127.0.0.1:18332', login: three }
          - { name: four, url: 'http://127.0.0.1:18342', login: four }
rails:
`,
  );
  expect(railsOf(text)).toMatchObject([
    { coin: 'LTC' },
    { coin: 'DOGE', feeRateMin: 1000n, feeRateMax: 10_000n, feeMax: 10n ** 17n },
  ]);
  const wrong = parse(
    text.replace('mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', '2MuBnQhq8tLzm5eNPbVnf7HFi3wqSFPYxUq'),
  );
  expect(wrong.kind).not.toBe('pool');
});

it('reads a rail with nodes of its own, of a coin that is mined on none', () => {
  expect(railsOf(good + dash)[1]).toEqual({
    coin: 'DASH',
    wallet: 'watch',
    signer: '/etc/signer.sock',
    place: {
      address: 'yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6',
      nodes: [
        { name: 'three', url: new URL('http://127.0.0.1:19898'), loginFile: '/etc/three' },
        {
          name: 'four',
          url: new URL('http://127.0.0.1:19908'),
          loginFile: '/etc/four',
          walletUrl: new URL('http://127.0.0.1:19909'),
        },
      ],
    },
    addresses: [],
    confirmations: 6,
    feeRateMin: 10n,
    feeRateMax: 200n,
    feeMax: 2n * 10n ** 15n,
  });
});

describe('what is wrong with a rail that has nodes is said with its line', () => {
  it.each([
    [
      ['    address: yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6\n', ''],
      ['12: the rail of DASH has nodes, and lacks address'],
    ],
    [[dash.slice(dash.indexOf('    nodes:')), ''], ['12: the rail of DASH has an address, and lacks nodes']],
    [
      ['yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6', '8q6jGDZ5rVfQgYqdgkSP3Eaw5hLUXD8Nyi'],
      [
        '15: payouts spend coins at addresses of a key hash only, and 8q6jGDZ5rVfQgYqdgkSP3Eaw5hLUXD8Nyi is none',
      ],
    ],
    [
      ['yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6', 'XmN7PQYWKn5MJFna5fRYgP6mxT2F7xpekE'],
      ['15: XmN7PQYWKn5MJFna5fRYgP6mxT2F7xpekE is no address of DASH regtest'],
    ],
    [
      [/ {6}- { name: four.*\n/.exec(dash)?.[0] ?? '', ''],
      [
        '16: payouts of DASH need two nodes: two must have a coin before it is spent, and a payment before it is final',
      ],
    ],
    [[', login: three }', ' }'], ['17: rails.1.nodes.0 lacks login']],
    [
      ['http://127.0.0.1:19908', 'http://127.0.0.1:19898'],
      ['18: two nodes of DASH are at http://127.0.0.1:19898'],
    ],
    [
      ["http://127.0.0.1:19909'", "ftp://127.0.0.1'"],
      ['18: walletUrl: url must be http:// or https://, a host and a port'],
    ],
    [
      ['coin: DASH', 'coin: LTC'],
      [
        '12: LTC has two rails',
        '15: yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6 is no address of LTC regtest',
        '16: LTC is a chain of the file, and paid through its nodes: leave address and nodes of the rail out',
      ],
    ],
    [
      [', login: three }', ", login: three, zmq: 'tcp://127.0.0.1:1' }"],
      ['17: zmq is no setting of rails.1.nodes.0'],
    ],
  ] as const)('%j', ([from, to], faults) => {
    const reading = parse(good + dash.replace(from, to));
    expect(
      reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`),
    ).toEqual(faults);
  });
});

it.each([
  [
    'DCR',
    'its transactions, signatures and wallets have a form of their own, which the signer does not have',
  ],
])('refuses %s, also with nodes of its own, because %s', (coin, why) => {
  const reading = parse(good + dash.replace('coin: DASH', `coin: ${coin}`));
  expect(reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault)).toEqual([
    `coin is ${coin}, but the rails of this release are: ${offered}, and not ${coin}: ${why}`,
  ]);
});

it('pays ZEC through nodes of its rail, and in no file that mines it', () => {
  const zec = dash
    .replace('coin: DASH', 'coin: ZEC')
    .replace('yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6', 'tmLPctKo9j49rtCSKpwEBpLBeykiTGomGQs');
  expect(parse(good + zec).kind).toBe('pool');
  const mined = parse(good.replaceAll('coin: LTC', 'coin: ZEC'));
  expect(mined.kind === 'pool' ? [] : mined.faults.map(({ fault }) => fault)).toContain(
    'ZEC is mined on nodes without a wallet, and paid through others: no file does both',
  );
});

it('waits for the blocks of an hour where coins are money', () => {
  const real = (rest: string) =>
    railsOf(`kind: real
rates:
  - { source: coinpaprika }
  - { source: gate }
  - { source: kraken }
chains:
  - coin: LTC
    address: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9
    nodes:
      - { name: one, url: 'http://127.0.0.1:1', login: one }
      - { name: two, url: 'http://127.0.0.1:2', login: two }
rails:
  - coin: DGB
    wallet: watch
    signer: signer.sock
    address: dgb1qw508d6qejxtdg4y5r3zarvary0c5xw7kmudfnm
    nodes:
      - { name: three, url: 'http://127.0.0.1:3', login: three }
      - { name: four, url: 'http://127.0.0.1:4', login: four }
${rest}`);
  expect(real('')).toMatchObject([
    { coin: 'DGB', confirmations: 240, feeRateMin: 100n, feeRateMax: 20_000n },
  ]);
  expect(real('    confirmations: 300\n')).toMatchObject([{ confirmations: 300 }]);
  expect(() => real('    confirmations: 239\n')).toThrow('240 are needed');
});

it('is none where the file names none', () => {
  expect(railsOf(good.slice(0, good.indexOf('rails:')))).toEqual([]);
});

describe('what is wrong is said with its line', () => {
  it.each([
    [
      ['  - coin: LTC\n    wallet', '  - coin: VTC\n    wallet'],
      [
        '9: VTC is paid through the nodes of its chain, or through nodes of the rail: no chain of the file is VTC, and the rail has no address and nodes',
      ],
    ],
    [
      ['  - coin: LTC\n    wallet', '  - coin: KAS\n    wallet'],
      [`9: coin is KAS, but the rails of this release are: ${offered}`],
    ],
    [
      ['  - coin: LTC\n    wallet', '  - coin: DCR\n    wallet'],
      [
        `9: coin is DCR, but the rails of this release are: ${offered}, and not DCR: its transactions, signatures and wallets have a form of their own, which the signer does not have`,
      ],
    ],
    [
      [
        /- \{ name[^]*login: two \}/.exec(good)?.[0] ?? '',
        "- { name: one, url: 'http://127.0.0.1:1', login: one, walletUrl: 'http://127.0.0.1:9' }\n      - { name: two, url: 'http://127.0.0.1:2', login: two, walletUrl: 'http://127.0.0.1:9' }",
      ],
      ['7: two wallets of LTC are at http://127.0.0.1:9'],
    ],
    [
      ['login: two }\nrails:', 'login: two, walletUrl: ftp://127.0.0.1 }\nrails:'],
      ['7: walletUrl: url must be http:// or https://, a host and a port'],
    ],
    [
      [
        good.slice(good.indexOf('      - { name: two')),
        "      - { name: two, url: 'http://127.0.0.1:19453', login: two, walletUrl: 'http://127.0.0.1:1' }\n",
      ],
      ['7: walletUrl is for payouts, and no rail of the file pays LTC'],
    ],
    [
      [
        '  - coin: LTC\n    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
        '  - coin: BTC\n    address: bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      ],
      [
        '9: LTC is paid through the nodes of its chain, or through nodes of the rail: no chain of the file is LTC, and the rail has no address and nodes',
      ],
    ],
    [
      ["      - { name: two, url: 'http://127.0.0.1:19453', login: two }\n", ''],
      [
        '5: payouts of LTC need two nodes: two must have a coin before it is spent, and a payment before it is final',
      ],
    ],
    [
      ['rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r'],
      [
        '4: payouts spend coins at addresses of a witness key only, such as bech32 of 20 bytes, and mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r is none',
      ],
    ],
    [['    wallet: watch\n', ''], ['9: rails.0 lacks wallet']],
    [
      ['wallet: watch', 'wallet: ../pool'],
      [
        '10: rails.0.wallet must be the name of a wallet: 1 to 64 letters, digits, dots, underscores and hyphens',
      ],
    ],
    [['signer.sock\n', 'signer.sock\n    key: abc\n'], ['12: key is no setting of rails.0']],
    [
      ['signer.sock\n', 'signer.sock\n    feeRateMin: 300\n    feeRateMax: 250\n'],
      ['13: feeRateMax is 250, below feeRateMin, which is 300'],
    ],
    [
      ['signer.sock\n', 'signer.sock\n    feeRateMax: 0\n'],
      ['12: rails.0.feeRateMax must be a whole number from 1 to 100000'],
    ],
    [
      ['signer.sock\n', 'signer.sock\n    feeMax: 0.000000001\n'],
      ['12: feeMax must be an amount of eight decimals at most, above zero'],
    ],
    [
      ['signer.sock\n', 'signer.sock\n    feeMax: 0\n'],
      ['12: feeMax must be an amount of eight decimals at most, above zero'],
    ],
    [
      ['signer.sock\n', 'signer.sock\n    addresses: [ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9]\n'],
      ['12: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9 is no address of LTC regtest'],
    ],
    [
      ['signer.sock\n', 'signer.sock\n  - { coin: LTC, wallet: other, signer: other.sock }\n'],
      ['12: LTC has two rails'],
    ],
  ] as const)('%j', ([from, to], faults) => {
    const reading = parse(good.replace(from, to));
    expect(
      reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`),
    ).toEqual(faults);
  });
});
