import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';
import { givesOneHeader, upstreamFaults } from './upstream-settings.ts';

const good = `kind: regtest
chains:
  - coin: LTC
    mined: false
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - name: one
        url: http://127.0.0.1:19443
        login: nodes/one/.cookie
      - name: two
        url: http://127.0.0.1:19453
        login: nodes/two/.cookie
rails:
  - coin: LTC
    wallet: pool
    signer: signer.sock
upstreams:
  - name: other-pool
    algorithm: scrypt
    coin: LTC
    addresses:
      - url: stratum+tls://Pool.Example:3334
        fingerprint: "${'AB:'.repeat(31)}AB"
      - url: stratum+tcp://[::1]:3333
    user: LTC:rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq.relay
    password: other-pool.password
    feePercent: 1.25
    incomeMax: 0.5
`;
const parse = (text: string) => parsePoolFile(text, (path) => `/etc/${path}`);
const faultsOf = (...changes: (readonly [from: string, to: string])[]): string[] => {
  const text = changes.reduce((before, [from, to]) => {
    expect(before).toContain(from);
    return before.replace(from, to);
  }, good);
  const reading = parse(text);
  return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};

const page = `    statement:
      kind: 2miners
      url: https://ltc.pool.example/api/
      account: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
      decimals: 8
`;

describe('the page of an upstream', () => {
  const incomeMax = '    incomeMax: 0.5\n';
  const faultsWith = (...changes: (readonly [from: string, to: string])[]) =>
    faultsOf([incomeMax, `${incomeMax}${page}`], ...changes);

  it('is read, with six hours for a payment to come where it says none', () => {
    const reading = parse(good.replace(incomeMax, `${incomeMax}${page}      arrivesWithinHours: 2\n`));
    expect(reading.kind === 'pool' && reading.pool.upstreams?.[0]?.statement).toEqual({
      kind: '2miners',
      url: 'https://ltc.pool.example/api',
      account: 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
      decimals: 8,
      arrivesWithinMs: 7_200_000,
    });
    const usual = parse(good.replace(incomeMax, `${incomeMax}${page}`));
    expect(usual.kind === 'pool' && usual.pool.upstreams?.[0]?.statement?.arrivesWithinMs).toBe(21_600_000);
  });

  it.each<[from: string, to: string, fault: string]>([
    [
      'kind: 2miners',
      'kind: yiimp',
      'kind is yiimp, but the pages that this release reads are of: nodejs-pool, 2miners',
    ],
    ['https://ltc', 'http://ltc', 'url must be https://, or http:// on this machine'],
    ['/api/', '/api?x=1', 'url must be a host and, where it needs one, a port and a path, and nothing else'],
  ])('is refused with %s as %s', (from, to, fault) => {
    expect(faultsWith([from, to])).toEqual([expect.stringContaining(fault)]);
  });

  it('is of one upstream', () => {
    const [, first = ''] = /upstreams:\n([\s\S]*)/.exec(good) ?? [];
    const second = first.replace('name: other-pool', 'name: second-pool');
    const twice = [
      incomeMax,
      `${incomeMax}${page}${second.replace(incomeMax, `${incomeMax}${page.replace('/api/', ':443/api')}`)}`,
    ] as const;
    expect(faultsOf(twice)).toEqual([
      expect.stringContaining('two upstreams name this account: what it was paid would count for both'),
    ]);
  });
});

describe('upstreams of openlode.yaml', () => {
  it('are read with their addresses, in whole units', () => {
    const reading = parse(good);
    expect(reading.kind === 'pool' && reading.pool.upstreams).toEqual([
      {
        name: 'other-pool',
        algorithm: 'scrypt',
        coin: 'LTC',
        network: 'LTC',
        addresses: [
          { host: 'pool.example', port: 3334, tls: { fingerprint: 'ab'.repeat(32) } },
          { host: '::1', port: 3333, tls: undefined },
        ],
        user: 'LTC:rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq.relay',
        passwordFile: '/etc/other-pool.password',
        feePpm: 12_500,
        incomeMax: 5n * 10n ** 17n,
        connectionsMax: 8,
        ended: false,
      },
    ]);
    expect(reading.kind === 'pool' && reading.pool.chains[0].mined).toBe(false);
  });

  it.each([
    [
      [['algorithm: scrypt', 'algorithm: x11'] as const],
      [
        '19: algorithm is x11, but the algorithms whose work this release takes from other pools are: sha256, scrypt, ghostrider, kawpow, randomx, equihash, ethash, etchash, kheavyhash, karlsenhash, blake3, autolykos, octopus, fishhash, xelishash, nexapow, beamhash',
      ],
    ],
    [
      [['algorithm: scrypt\n    coin: LTC', 'algorithm: etchash\n    coin: ETC'] as const],
      [
        '20: no rail of the file pays ETC: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
      ],
    ],
    [
      [['algorithm: scrypt\n    coin: LTC', 'algorithm: equihash\n    coin: ZEC'] as const],
      [
        '20: no rail of the file pays ZEC: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
      ],
    ],
    [
      [['algorithm: scrypt\n    coin: LTC', 'algorithm: kawpow\n    coin: RVN'] as const],
      [
        '20: no rail of the file pays RVN: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
      ],
    ],
    [
      [['algorithm: scrypt', 'algorithm: randomx'] as const],
      ['20: LTC is not mined by randomx: work is weighed by what a block of the coin takes that it earns'],
    ],
    [
      [['algorithm: scrypt\n    coin: LTC', 'algorithm: randomx\n    coin: XMR'] as const],
      [
        '20: no rail of the file pays XMR: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
        '20: no chain of the file is XMR: such a pool does not say what a block takes, so that own nodes must (with mined: false where they give no work)',
      ],
    ],
    [
      [['    coin: LTC\n    addresses', '    coin: DOGE\n    addresses'] as const],
      [
        '20: no rail of the file pays DOGE: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
      ],
    ],
    [
      [['stratum+tcp://[::1]:3333', 'http://pool.example:3333'] as const],
      ['24: url must be stratum+tcp:// or stratum+tls://, a host and a port'],
    ],
    [
      [['stratum+tls://Pool', 'stratum+tcp://Pool'] as const],
      ['23: a fingerprint is of the certificate of stratum+tls://'],
    ],
    [[['0.5\n', '0\n'] as const], ['28: incomeMax must be an amount of eight decimals at most, above zero']],
    [[['1.25', '1.00001'] as const], ['27: feePercent must have four decimals at most']],
    [
      [['feePercent: 1.25', 'feePercent: 1.25\n    scheme: PPS'] as const],
      [
        '28: scheme is PPS, but the ways in which a pool pays are: fpps, pps, pps+, pplns, proportional, solo',
      ],
    ],
    [[['1.25', '101'] as const], ['27: upstreams.0.feePercent must be percent, such as 1.5']],
    [
      [['feePercent: 1.25', 'feePercent: 1.25\n    blocksPerDay: 0'] as const],
      ['28: upstreams.0.blocksPerDay must be blocks that it finds in a day, such as 12'],
    ],
  ])('say what is wrong with %j', (changes, faults) => {
    expect(faultsOf(...changes)).toEqual(faults);
  });

  it('pay into the account of an EVM network whose nodes say what a block takes', () => {
    const evm = (network: string): string => `evm:
  - network: ${network}
    account: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    signer: signer.sock
    nodes:
      - name: one
        url: http://127.0.0.1:8545
      - name: two
        url: http://127.0.0.1:8546
`;
    const relayed = good.replace('algorithm: scrypt\n    coin: LTC', 'algorithm: etchash\n    coin: ETC');
    const faults = (text: string): string[] => {
      const reading = parse(text);
      return reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault);
    };
    expect(faults(relayed + evm('ETC'))).toEqual([]);
    const ofEthw = relayed.replace('coin: ETC', 'coin: ETHW') + evm('ETHW');
    expect(faults(ofEthw)).toEqual([
      'ETHW is not mined by etchash: work is weighed by what a block of the coin takes that it earns',
    ]);
    expect(faults(ofEthw.replace('etchash', 'ethash'))).toEqual([]);
    const ofBnb = relayed.replace('coin: ETC', 'coin: BSC') + evm('BSC');
    expect(faults(ofBnb)).toEqual([
      'BSC is not mined by etchash: work is weighed by what a block of the coin takes that it earns',
    ]);
  });

  it('are of NexaPow where the file has a rail of NEXA', () => {
    const nexapow = ['algorithm: scrypt\n    coin: LTC', 'algorithm: nexapow\n    coin: NEXA'] as const;
    const rail = `  - coin: NEXA
    wallet: pool
    signer: signer.sock
    address: nexareg:qp63uahgrxged4z5jswyt5dn5v3lzsem6c35dxzyvd
    nodes:
      - { name: three, url: 'http://127.0.0.1:19898', login: three }
      - { name: four, url: 'http://127.0.0.1:19908', login: four }
`;
    expect(faultsOf(nexapow, ['upstreams:\n', `${rail}upstreams:\n`])).toEqual([]);
    expect(faultsOf(nexapow)).toEqual([
      '20: no rail of the file pays NEXA: what comes in is credited only where a wallet of the pool has it, or its account at an exchange (paysTo)',
    ]);
  });

  describe('whose pool pays into an account at an exchange', () => {
    const paid = (algorithm: string, coin: string, ...more: readonly string[]): string[] =>
      faultsOf(
        ['algorithm: scrypt\n    coin: LTC', `algorithm: ${algorithm}\n    coin: ${coin}`],
        ['    incomeMax: 0.5\n', ['    incomeMax: 0.5', ...more].join('\n    ') + '\n'],
      );

    it('need no rail of its coin, and say what a block takes where nothing else does', () => {
      expect(paid('kheavyhash', 'KAS', 'paysTo: kraken', 'hashesPerBlock: 5.2e16')).toEqual([]);
      expect(paid('equihash', 'ZEC', 'paysTo: kraken')).toEqual([]);
      const text = good
        .replace('algorithm: scrypt\n    coin: LTC', 'algorithm: kheavyhash\n    coin: KAS')
        .replace('0.5\n', '0.5\n    paysTo: kraken\n    hashesPerBlock: 5.2e16\n');
      const reading = parse(text);
      expect(reading.kind === 'pool' && reading.pool.upstreams?.[0]).toMatchObject({
        coin: 'KAS',
        network: 'KAS',
        paysTo: 'kraken',
        hashesPerBlock: 52_000_000_000_000_000n,
      });
    });

    it.each<[algorithm: string, coin: string, more: readonly string[], faults: readonly string[]]>([
      [
        'kheavyhash',
        'KAS',
        ['paysTo: kraken'],
        [
          '18: hashesPerBlock is missing: neither jobs of kheavyhash nor nodes of this release say what a block takes, and work is weighed by it',
        ],
      ],
      [
        'blake3',
        'ALPH',
        ['paysTo: kraken', 'exchangeCoin: KAS', 'hashesPerBlock: 1e15'],
        ['30: KAS is what kraken calls KAS'],
      ],
      [
        'equihash',
        'ZEC',
        ['paysTo: kraken', 'exchangeCoin: ZCASH'],
        ['30: what kraken calls ZEC is known to this release: XZEC'],
      ],
      [
        'equihash',
        'ZEC',
        ['paysTo: mexc'],
        ['29: paysTo is mexc, but the exchanges of this release are: kraken, gate'],
      ],
      [
        'equihash',
        'ZEC',
        ['paysTo: kraken', 'hashesPerBlock: 1e15'],
        ['30: what a block of equihash takes is said by jobs'],
      ],
      [
        'etchash',
        'ETC',
        ['paysTo: kraken'],
        [
          '20: no EVM network of the file is ETC: such a pool does not say what a block takes, so that own nodes must',
        ],
      ],
      [
        'kheavyhash',
        'KLS',
        ['paysTo: kraken', 'hashesPerBlock: 1e15'],
        [
          '20: KLS is not mined by kheavyhash: work is weighed by what a block of the coin takes that it earns',
        ],
      ],
      [
        'kheavyhash',
        'KAS',
        ['paysTo: kraken', 'hashesPerBlock: 0'],
        ['30: upstreams.0.hashesPerBlock must be hashes for a block, such as 4.2e16'],
      ],
    ])('say what is wrong with %s of %s and %j', (algorithm, coin, more, faults) => {
      expect(paid(algorithm, coin, ...more)).toEqual(faults);
    });
  });

  describe('with the address that is typed at the other pool', () => {
    const own = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
    const second = 'rltc1qpqyqszqgpqyqszqgpqyqszqgpqyqszqgunnjm3';
    const added = (...more: readonly string[]): string[] =>
      faultsOf(['0.5\n', ['0.5', ...more].join('\n    ') + '\n']);

    it('take one of the rail, and no other', () => {
      expect(added(`payoutAddress: ${own}`)).toEqual([]);
      expect(added(`payoutAddress: ${second}`)).toEqual([
        `29: ${second} is none of the addresses of the rail of LTC: ${own} (further ones stand in addresses of the rail)`,
      ]);
      const rail = ['wallet: pool\n', `wallet: pool\n    addresses: [${second}]\n`] as const;
      expect(faultsOf(rail, ['0.5\n', `0.5\n    payoutAddress: ${second}\n`])).toEqual([]);
      expect(added('exchangeCoin: LTC')).toEqual([
        '29: exchangeCoin is of an exchange, and paysTo names none',
      ]);
    });

    it('have it for themselves, for as long as they give work', () => {
      const more = `    payoutAddress: ${own}\n`;
      const other = good.slice(good.indexOf('  - name: other-pool')).replace('other-pool\n', 'a-third\n');
      const faults = (ended: string): string[] => {
        const reading = parse(`${good}${more}${ended}${other}${more}`);
        return reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault);
      };
      expect(faults('')).toEqual(['other-pool pays to this address too: what comes in could be of either']);
      expect(faults('    ended: true\n')).toEqual([]);
    });

    it('need it where coins are money, as an address of the coin, which login and page name too', () => {
      const [ofOne, ofOther] = [
        '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
        '1CGruXHmMWXkcaDYoG9wxJr5hVfuYMqU9nZYmG5rCPJGc',
      ];
      const entry = {
        name: 'other',
        algorithm: 'blake3',
        coin: 'ALPH',
        addresses: [],
        feePercent: 1,
        incomeMax: 1,
      };
      const faults = (more: object): readonly string[] =>
        upstreamFaults({
          kind: 'real',
          upstreams: [{ ...entry, paysTo: 'gate', hashesPerBlock: 1e15, user: 'relay', ...more }],
        }).map(({ path, fault }) => `${path.join('.')}: ${fault}`);
      expect(faults({})).toEqual([
        'upstreams.0.name: a pool of kind real needs the payoutAddress of other: the address that is typed there, which is compared with our own before its work is given',
      ]);
      expect(faults({ ended: true })).toEqual([]);
      expect(faults({ payoutAddress: ofOne })).toEqual([]);
      expect(faults({ payoutAddress: own })).toEqual([
        `upstreams.0.payoutAddress: ${own} is no address of ALPH`,
      ]);
      expect(faults({ payoutAddress: ofOne, user: `${ofOne}.rig` })).toEqual([]);
      expect(faults({ payoutAddress: ofOne, user: `${ofOther}.rig` })).toEqual([
        `upstreams.0.payoutAddress: it is asked to pay to ${ofOther} (user, or account of its statement)`,
      ]);
      expect(faults({ payoutAddress: ofOne, statement: { account: ofOther } })).toHaveLength(1);
    });
  });

  it('may be several of one algorithm, beside nodes that mine it: their order is that of the file', () => {
    const second = good.slice(good.indexOf('  - name: other-pool')).replace('other-pool\n', 'a-third\n');
    const twice = (text: string): string[] => {
      const reading = parse(good + text);
      return reading.kind === 'pool' ? [] : reading.faults.map(({ fault }) => fault);
    };
    const mining = parse(`${good.replace('    mined: false\n', '')}${second}`);
    expect(mining.kind === 'pool' && mining.pool.upstreams?.map(({ name }) => name)).toEqual([
      'other-pool',
      'a-third',
    ]);
    expect(twice(`${second.replace('a-third', 'other-pool')}    ended: true\n`)).toEqual([
      'two upstreams are called other-pool',
    ]);
  });
});

describe('pools of ethproxy, which give one header to all', () => {
  const entry = (name: string, algorithm: string, coin: string, ...urls: readonly string[]) => ({
    name,
    algorithm,
    coin,
    addresses: urls.map((url) => ({ url })),
    user: 'relay',
    feePercent: 1,
    incomeMax: 1,
  });
  const faults = (...upstreams: readonly object[]): readonly string[] =>
    upstreamFaults({ upstreams, evm: [{ network: 'ETC' }, { network: 'ETHW' }] } as never).map(
      ({ path, fault }) => `${path.join('.')}: ${fault}`,
    );

  it('are reached by one entry each, as far as their hosts say it', () => {
    const one = entry('one', 'etchash', 'ETC', 'stratum+tcp://pool.example:1111');
    const same = entry(
      'two',
      'etchash',
      'ETC',
      'stratum+tcp://a.example:1',
      'stratum+tls://Pool.Example:2222',
    );
    expect(faults(one, same)).toEqual([
      'upstreams.1.addresses.1.url: pool.example is an address of one too: a pool of etchash gives all its connections one header, and a share would count in both',
    ]);
    expect(faults({ ...one, ended: true }, same)).toEqual([]);
    expect(faults(one, { ...same, ended: true })).toEqual([]);
    expect(faults(one, entry('two', 'etchash', 'ETC', 'stratum+tcp://other.example:1111'))).toEqual([]);
    expect(faults(one, entry('two', 'ethash', 'ETHW', 'stratum+tcp://pool.example:2222'))).toEqual([]);
  });

  it('are of Ethash and Etchash, while they give work', () => {
    const asked = (algorithm: string, ended = false): boolean => givesOneHeader({ algorithm, ended });
    expect([asked('ethash'), asked('etchash'), asked('ethash', true)]).toEqual([true, true, false]);
    expect([asked('sha256'), asked('randomx'), asked('equihash')]).toEqual([false, false, false]);
    // Conflux leaves nothing of a nonce to the pool either.
    expect([asked('octopus'), asked('autolykos')]).toEqual([true, false]);
  });
});
