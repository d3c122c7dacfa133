import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const good = `# A test network.
kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - name: one
        url: http://127.0.0.1:19443
        login: nodes/one/.cookie
      - name: two
        url: http://127.0.0.1:19453
        login: /srv/two/.cookie
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));
const faultsOf = (text: string): string[] => {
  const reading = parse(text);
  return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};

it('reads chains and nodes, with paths from the folder of the file', () => {
  expect(parse(good)).toEqual({
    kind: 'pool',
    pool: {
      kind: 'regtest',
      chains: [
        {
          coin: 'LTC',
          address: 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
          tag: '/Openlode/',
          nodes: [
            { name: 'one', url: new URL('http://127.0.0.1:19443'), loginFile: '/etc/nodes/one/.cookie' },
            { name: 'two', url: new URL('http://127.0.0.1:19453'), loginFile: '/srv/two/.cookie' },
          ],
        },
      ],
      rails: [],
    },
  });
});

it('reads where a node publishes new blocks', () => {
  const reading = parse(
    good.replace('/srv/two/.cookie', '/srv/two/.cookie\n        zmq: tcp://127.0.0.1:28332'),
  );
  const zmq = reading.kind === 'pool' ? reading.pool.chains[0].nodes.map((node) => node.zmq) : [];
  expect(zmq).toEqual([undefined, { host: '127.0.0.1', port: 28332 }]);
});

describe('what is wrong is said with its line', () => {
  it.each([
    [
      ['kind: regtest', 'kind: real'],
      [
        '2: a pool of kind real needs rates: money is not converted at the samples of a test network',
        '2: a pool of kind real needs rails, evm, monero, solana, xrp, tron or exchangeRail: without any nothing that miners are owed could be paid',
        '5: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq is no address of LTC main that a block can pay to',
      ],
    ],
    [['kind: regtest', 'kind: demo'], ['2: kind is demo, but the kinds of this release are: regtest, real']],
    [['kind: regtest\n', ''], ['0: the file lacks kind']],
    [
      ['coin: LTC', 'coin: PEPE'],
      ['4: coin is PEPE, but the chains of this release are: LTC, BTC, BCH, DOGE, RTM, RVN, ZEC, XMR'],
    ],
    [['coin: LTC', 'coin: [LTC]'], ['4: chains.0.coin must be a coin']],
    [
      ['rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
      ['5: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9 is no address of LTC regtest that a block can pay to'],
    ],
    [['name: two', 'name: one'], ['10: two nodes of LTC are called one']],
    [
      ['name: two', 'name: Two!'],
      ['10: chains.0.nodes.1.name must be 1 to 32 small letters, digits and hyphens'],
    ],
    [['127.0.0.1:19453', '127.0.0.1:19443'], ['11: two nodes of LTC are at http://127.0.0.1:19443']],
    [['http://127.0.0.1:19453', 'ftp://x'], ['11: url must be http:// or https://, a host and a port']],
    [
      ['http://127.0.0.1:19453', 'http://me:secret@127.0.0.1:19453'],
      ['11: url must not hold a password: write user:password into the file of login'],
    ],
    [['        login: /srv/two/.cookie\n', ''], ['10: chains.0.nodes.1 lacks login']],
    [['coin: LTC', 'coin: LTC\n    colour: red'], ['5: colour is no setting of chains.0']],
    [
      ['chains:', 'chains: {}\nother:'],
      ['3: chains must be a list of chains', '4: other is no setting of the file'],
    ],
    [['kind: regtest', 'kind: regtest\nkind: regtest'], ['3: Map keys must be unique']],
    [
      ['kind: regtest', 'kind: "regtest'],
      expect.arrayContaining([expect.stringMatching(/^\d+: Missing closing "quote/)]),
    ],
    [
      ['/srv/two/.cookie', '/srv/two/.cookie\n        zmq: udp://x'],
      ['13: chains.0.nodes.1.zmq must be such as tcp://127.0.0.1:28332'],
    ],
    [
      ['/srv/two/.cookie', '/srv/two/.cookie\n        zmq: tcp://localhost:99999'],
      ['13: zmq has no port: tcp://localhost:99999'],
    ],
    [['coin: LTC', 'coin: *coin'], [expect.stringMatching(/^\d+: Unresolved alias/)]],
    [[good, ''], ['0: the file must be a list of settings']],
  ] as const)('%j', ([from, to], expected) => {
    expect(faultsOf(good.replace(from, to))).toEqual(expected);
  });

  it.each([['BELLS', 'it is mined together with LTC only, under its merged']])(
    'says why there is no chain of %s',
    (coin, why) => {
      expect(faultsOf(good.replace('coin: LTC', `coin: ${coin}`))).toEqual([
        `4: coin is ${coin}, but the chains of this release are: LTC, BTC, BCH, DOGE, RTM, RVN, ZEC, XMR, and not ${coin}: ${why}`,
      ]);
    },
  );

  it('names a second chain of one algorithm', () => {
    const bitcoin = good
      .replace('LTC', 'BTC')
      .replace('rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh');
    const second = bitcoin
      .slice(bitcoin.indexOf('  - coin'))
      .replace('BTC', 'BCH')
      .replace('RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh', 'bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwv6ycwvz78');
    expect(faultsOf(bitcoin + second)).toEqual([
      '13: BCH and BTC are both mined by sha256: a pool mines one chain of an algorithm',
    ]);
  });

  it('names a chain that stands in the file twice', () => {
    const second = good.slice(good.indexOf('  - coin'));
    expect(faultsOf(good + second)).toEqual(['13: LTC stands in the file twice']);
  });
});

describe('chains that are mined together', () => {
  const together = `${good}    merged:
      - coin: DOGE
        address: mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8
        nodes:
          - name: one
            url: http://127.0.0.1:22555
            login: doge/.cookie
`;

  it('stand under their parent', () => {
    const reading = parse(together);
    expect(reading.kind === 'pool' ? reading.pool.chains[0].merged : reading).toEqual([
      {
        coin: 'DOGE',
        address: 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
        nodes: [{ name: 'one', url: new URL('http://127.0.0.1:22555'), loginFile: '/etc/doge/.cookie' }],
      },
    ]);
  });

  it.each([
    [
      ['coin: DOGE', 'coin: BTC'],
      ['14: coin is BTC, but the chains that this release mines together with LTC are: DOGE, BELLS'],
    ],
    [
      ['mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8', 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU'],
      ['15: DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU is no address of DOGE regtest that a block can pay to'],
    ],
    [['            login: doge/.cookie\n', ''], ['17: chains.0.merged.0.nodes.0 lacks login']],
    [
      ['    merged:', `    tag: ${'x'.repeat(26)}\n    merged:`],
      ['13: tag must have at most 25 characters where chains are mined together'],
    ],
    [['coin: DOGE', 'coin: DOGE\n        tag: /x/'], ['15: tag is no setting of chains.0.merged.0']],
  ] as const)('%j', ([from, to], expected) => {
    expect(faultsOf(together.replace(from, to))).toEqual(expected);
  });

  it('stand in the file once', () => {
    const twice = together + together.slice(together.indexOf('      - coin: DOGE'));
    expect(faultsOf(twice)).toEqual(['20: DOGE stands in the file twice']);
  });

  it('are none of a chain that has no others', () => {
    const bitcoin = together
      .replace('LTC', 'BTC')
      .replace('rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq', 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh');
    expect(faultsOf(bitcoin)).toEqual([
      '14: coin is DOGE, but the chains that this release mines together with BTC are: none',
    ]);
  });
});

it('reads or refuses any text, with lines that the file has', () => {
  const mutated = fc
    .tuple(fc.nat(good.length), fc.nat(20), fc.string({ maxLength: 8 }))
    .map(([at, cut, put]) => good.slice(0, at) + put + good.slice(at + cut));
  fc.assert(
    fc.property(fc.oneof(fc.string(), mutated), (text) => {
      const reading = parse(text);
      if (reading.kind === 'pool') return;
      for (const { line } of reading.faults) expect(line).toBeLessThanOrEqual(text.split('\n').length + 1);
      expect(reading.faults.length).toBeGreaterThan(0);
    }),
  );
});

describe('a chain of Monero', () => {
  const address =
    '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
  const monero = `kind: regtest
chains:
  - coin: XMR
    address: ${address}
    nodes:
      - name: one
        url: http://127.0.0.1:18081
`;

  it('has nodes without a login, or with one', () => {
    expect(parse(monero)).toMatchObject({
      pool: {
        chains: [{ coin: 'XMR', address, nodes: [{ name: 'one', url: new URL('http://127.0.0.1:18081') }] }],
      },
    });
    expect(parse(`${monero}        login: login\n`)).toMatchObject({
      pool: { chains: [{ nodes: [{ name: 'one', loginFile: '/etc/login' }] }] },
    });
  });

  const wallets = `    wallets:
      - name: view
        url: http://127.0.0.1:18083
        login: wallet-login
`;

  it('may have wallets beside its nodes', () => {
    expect(parse(monero + wallets)).toMatchObject({
      pool: {
        chains: [
          {
            wallets: [
              { name: 'view', url: new URL('http://127.0.0.1:18083'), loginFile: '/etc/wallet-login' },
            ],
          },
        ],
      },
    });
  });

  it.each([
    [
      monero + wallets + wallets.slice(wallets.indexOf('      -')),
      ['12: two wallets of XMR are called view', '13: two wallets of XMR are at http://127.0.0.1:18083'],
    ],
    [`${monero}${wallets}        zmq: tcp://127.0.0.1:1\n`, ['12: zmq is no setting of chains.0.wallets.0']],
    [`${monero}    wallets: []\n`, ['8: chains.0.wallets must be a list of 1 to 8 wallets']],
    [good + wallets, ['13: wallets of LTC are those of its nodes']],
  ])('%#: says what is wrong with its wallets', (text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });

  it.each([
    [address.replace('SCUD', 'SCUE'), /has a wrong checksum/],
    [
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
      /is not a primary address/,
    ],
  ])('is not paid to %s', (other, why) => {
    expect(faultsOf(monero.replace(address, other))).toEqual([expect.stringMatching(why)]);
  });
});
