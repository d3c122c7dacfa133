import { findCoin } from '@openlode/catalogue/coins';
import { algorithms } from '@openlode/catalogue/algorithms';
import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';
import { relayedAlgorithm } from './relayed-algorithms.ts';

/** The coin of each algorithm, and what such a pool's work needs beside the place that takes its money. */
const relayed: readonly (readonly [algorithm: string, coin: string])[] = [
  ['sha256', 'BTC'],
  ['scrypt', 'LTC'],
  ['ghostrider', 'RTM'],
  ['kawpow', 'RVN'],
  ['randomx', 'XMR'],
  ['equihash', 'ZEC'],
  ['ethash', 'ETHW'],
  ['etchash', 'ETC'],
  ['kheavyhash', 'KAS'],
  ['karlsenhash', 'KLS'],
  ['blake3', 'ALPH'],
  ['autolykos', 'ERG'],
  ['octopus', 'CFX'],
  ['fishhash', 'IRON'],
  ['xelishash', 'XEL'],
  ['nexapow', 'NEXA'],
  ['beamhash', 'BEAM'],
];

const evm = (network: string): string => `evm:
  - network: ${network}
    account: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    signer: signer.sock
    nodes:
      - { name: one, url: 'http://127.0.0.1:8545' }
      - { name: two, url: 'http://127.0.0.1:8546' }
`;
const monero = `  - coin: XMR
    mined: false
    address: 44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A
    nodes:
      - { name: three, url: 'http://127.0.0.1:18081' }
`;

function fileOf(algorithm: string, coin: string, more: readonly string[]): string {
  const blockSaidBy = relayedAlgorithm(algorithm)?.blockSaidBy;
  const words = [...more, ...(blockSaidBy === 'file' ? ['hashesPerBlock: 5e15'] : [])];
  return `kind: regtest
chains:
  - coin: DOGE
    mined: false
    address: mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
${algorithm === 'randomx' ? monero : ''}${blockSaidBy === 'nodes' && algorithm !== 'randomx' ? evm(coin) : ''}upstreams:
  - name: other-pool
    algorithm: ${algorithm}
    coin: ${coin}
    addresses: [{ url: 'stratum+tls://pool.example:3334' }]
    user: relay
    feePercent: 1
    incomeMax: 1000
${words.map((word) => `    ${word}\n`).join('')}`;
}

function faultsOf(text: string): readonly string[] {
  const reading = parsePoolFile(text, (path) => path);
  return reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault);
}

describe('work of another pool', () => {
  it('is of every algorithm of the catalogue', () => {
    expect(relayed.map(([algorithm]) => algorithm).toSorted()).toEqual(
      algorithms.map(({ code }) => code).toSorted(),
    );
    expect(relayed).toHaveLength(17);
    for (const [algorithm, coin] of relayed) {
      expect([algorithm, relayedAlgorithm(algorithm)?.code]).toEqual([algorithm, algorithm]);
      expect([coin, findCoin(coin)?.symbol]).toEqual([coin, coin]);
    }
  });

  it.each(relayed)('of %s is taken where %s is paid into an account at an exchange', (algorithm, coin) => {
    for (const paysTo of ['kraken', 'gate']) {
      const file = fileOf(algorithm, coin, [`paysTo: ${paysTo}`]);
      expect([paysTo, faultsOf(file)]).toEqual([paysTo, []]);
    }
    const exchangeCoin = ['BTC', 'LTC', 'KAS'].includes(coin) ? coin : `${coin}N`;
    const named = fileOf(algorithm, coin, [
      'paysTo: gate',
      `exchangeCoin: ${exchangeCoin}`,
      'exchangeNetwork: its own',
      'payoutAddress: anything-on-a-test-network',
    ]);
    const reading = parsePoolFile(named, (path) => path);
    expect(reading.kind === 'pool' && reading.pool.upstreams?.[0]).toMatchObject({
      algorithm,
      coin,
      paysTo: 'gate',
      exchangeCoin,
      exchangeNetwork: 'its own',
      payoutAddress: 'anything-on-a-test-network',
    });
  });

  it.each(relayed.filter(([algorithm]) => algorithm !== 'ethash' && algorithm !== 'etchash'))(
    'of %s is refused where nothing of the file takes %s',
    (algorithm, coin) => {
      expect(faultsOf(fileOf(algorithm, coin, []))).toEqual([
        `no rail of the file pays ${coin}: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)`,
      ]);
      expect(faultsOf(fileOf(algorithm, coin, ['paysTo: mexc']))).toEqual([
        'paysTo is mexc, but the exchanges of this release are: kraken, gate',
      ]);
    },
  );

  it.each(relayed)(
    'of %s may be judged by what the file says that a block of %s brings',
    (algorithm, coin) => {
      const file = fileOf(algorithm, coin, [
        'paysTo: kraken',
        'coinsPerBlock: [{ coins: "3.125" }, { coins: "1.5625", from: 2028-04-01 }]',
      ]);
      // RandomX has a chain in the file, whose nodes say it.
      if (algorithm === 'randomx')
        expect(faultsOf(file)).toEqual(['what a block of XMR brings is said by its chain in this file']);
      else {
        const reading = parsePoolFile(file, (path) => path);
        expect(reading.kind === 'pool' && reading.pool.upstreams?.[0]?.coinsPerBlock).toEqual([
          { coins: 3_125n * 10n ** 15n },
          { coins: 15_625n * 10n ** 14n, from: 1_838_160_000_000 },
        ]);
      }
    },
  );

  it.each([
    ['3.125', 'upstreams.0.coinsPerBlock must be a list of 1 to 120 figures'],
    ['[]', 'upstreams.0.coinsPerBlock must be a list of 1 to 120 figures'],
    ['[{ coins: 3.125 }]', 'upstreams.0.coinsPerBlock.0.coins must be an amount in quotes, such as "3.125"'],
    ['[{ coins: "3e2" }]', 'upstreams.0.coinsPerBlock.0.coins must be an amount in quotes, such as "3.125"'],
    ['[{ coins: "0.0" }]', 'coins must be above zero'],
    ['[{ coins: "3", from: 2027-01-01 }]', 'the first figure holds from the beginning'],
    ['[{ coins: "3" }, { coins: "2" }]', 'from is missing: the day from which it holds'],
    ['[{ coins: "3" }, { coins: "2", from: 2027-02-30 }]', '2027-02-30 is no day'],
    [
      '[{ coins: "3" }, { coins: "2", from: soon }]',
      'upstreams.0.coinsPerBlock.1.from must be a day, such as 2027-03-01',
    ],
    [
      '[{ coins: "3" }, { coins: "2", from: 2027-03-01 }, { coins: "1", from: 2027-03-01 }]',
      '2027-03-01 must be after 2027-03-01, the day before it',
    ],
  ])('is not judged by %s', (written, fault) => {
    expect(faultsOf(fileOf('kheavyhash', 'KAS', ['paysTo: kraken', `coinsPerBlock: ${written}`]))).toEqual([
      fault,
    ]);
  });

  it('names a coin at Gate by no other name than this release knows, and none by the name of another', () => {
    const named = (algorithm: string, coin: string, exchangeCoin: string) =>
      faultsOf(fileOf(algorithm, coin, ['paysTo: gate', `exchangeCoin: ${exchangeCoin}`]));
    expect(named('karlsenhash', 'KLS', 'LTC')).toEqual(['LTC is what gate calls LTC']);
    expect(named('scrypt', 'LTC', 'LTCX')).toEqual(['what gate calls LTC is known to this release: LTC']);
  });
});
