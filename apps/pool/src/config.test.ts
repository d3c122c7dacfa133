import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, settingNames, shownSettings } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'openlode-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The settings beside this text in `openlode.yaml`. */
function readWith(text: string, settings: Readonly<Record<string, string>>): ReturnType<typeof readConfig> {
  const file = join(folder, 'openlode.yaml');
  writeFileSync(file, text);
  return readConfig({ OPENLODE_CONFIG: file, ...settings }, '/');
}

/** A file with one node of one chain; more of its nodes may follow. */
const oneNode = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
`;

describe('readConfig', () => {
  it('refuses rate sources and rails that this release does not have, and names those it has', () => {
    const read = (settings: Record<string, string>) => () => readConfig(settings, '/srv/pool');
    expect(read({ OPENLODE_RATES: 'coingecko', OPENLODE_RAIL: 'bitcoin' })).toThrow(
      'OPENLODE_RATES is coingecko, but the rate sources of this release are: sample\n' +
        'OPENLODE_RAIL is bitcoin, but the rails of this release are: sandbox',
    );
    expect(readConfig({ OPENLODE_RATES: 'sample' }, '/srv/pool').rates).toBe('sample');
  });

  it('takes a directory for the chains of a sandbox outside of its own data only', () => {
    const chains = (path: string) =>
      readConfig({ OPENLODE_DATA: '/srv/data', OPENLODE_SANDBOX_CHAINS: path }, '/srv/pool').sandboxChains;
    expect(chains('/srv/chains')).toBe('/srv/chains');
    expect(() => chains('/srv/data/chains')).toThrow(
      'OPENLODE_SANDBOX_CHAINS must lie outside of OPENLODE_DATA',
    );
  });

  it('has a default for everything', () => {
    expect(readConfig({ PATH: '/bin' }, '/srv/pool')).toEqual({
      httpPort: 8080,
      httpBind: '0.0.0.0',
      stratumBind: '0.0.0.0',
      opsPort: 8081,
      opsBind: '127.0.0.1',
      dataDirectory: '/srv/pool/data',
      sharedDirectory: '/srv/pool/data',
      mayMigrate: true,
      sandboxChains: '/srv/pool/data',
      host: 'localhost',
      miningHost: 'localhost',
      publicUrl: null,
      rates: 'sample',
      rail: 'sandbox',
      exchanges: [],
      tradeCaps: {
        orderUsd: 1000n * 10n ** 18n,
        hourUsd: 5000n * 10n ** 18n,
        dayUsd: 20_000n * 10n ** 18n,
        exposureUsd: 50_000n * 10n ** 18n,
        lossUsd: 500n * 10n ** 18n,
      },
      stratumBase: 3333,
      regions: [],
      fallbackPorts: [],
      staticDifficulties: {},
      databaseUrl: undefined,
      redisUrl: undefined,
      roles: new Set(['web', 'stratum', 'tasks', 'treasury']),
      drainMs: 0,
      stratumProcesses: 1,
      sandboxControl: undefined,
      crashAt: undefined,
      limitExempt: [],
      trustedProxies: [],
      stratumProxies: [],
      httpBalancers: [],
      sharedNetworks: [],
      exchangeAddresses: [],
      exchangesFile: undefined,
      releasesDirectory: undefined,
      sendsTrades: false,
      transferDayUsd: 20_000n * 10n ** 18n,
      conversionCaps: { eachUsd: 250_000n * 10n ** 18n, hourUsd: 1_000_000n * 10n ** 18n },
      conversionSpreads: { ppm: { stable: 0, liquid: 0, thin: 0 }, named: new Map() },
      operator: { name: 'Openlode sandbox', contact: null, links: [], app: null },
      payoutCaps: { miner: 10_000n * 10n ** 18n, run: 100_000n * 10n ** 18n, day: 150_000n * 10n ** 18n },
      logLevel: undefined,
      seed: 'openlode',
    });
  });

  it('binds the site, miners and what is for the operator apart', () => {
    const { httpBind, stratumBind, opsBind, opsPort } = readConfig(
      { OPENLODE_BIND: '192.0.2.1', OPENLODE_HTTP_BIND: '127.0.0.1', OPENLODE_PORT: '9000' },
      '/',
    );
    // Health and metrics do not follow OPENLODE_BIND: they are opened to others by a setting of their own only.
    expect([httpBind, stratumBind, opsBind, opsPort]).toEqual(['127.0.0.1', '192.0.2.1', '127.0.0.1', 9001]);
    const own = readConfig({ OPENLODE_STRATUM_BIND: '::', OPENLODE_OPS_BIND: '10.0.0.5' }, '/');
    expect([own.httpBind, own.stratumBind, own.opsBind]).toEqual(['0.0.0.0', '::', '10.0.0.5']);
    expect(() => readConfig({ OPENLODE_PORT: '9000', OPENLODE_OPS_PORT: '9000' }, '/')).toThrow(
      'OPENLODE_OPS_PORT must not be OPENLODE_PORT',
    );
  });

  it('has room above the port of health and metrics for those of several processes', () => {
    const read = (opsPort: string) => () =>
      readConfig(
        { OPENLODE_OPS_PORT: opsPort, OPENLODE_STRATUM_PROCESSES: '4', OPENLODE_ROLES: 'stratum' },
        '/',
      );
    const fault = 'OPENLODE_OPS_PORT must be at most 65530 with OPENLODE_STRATUM_PROCESSES=4: ';
    expect(read('65531')).toThrow(fault);
    expect(read('65530')).not.toThrow(fault);
    expect(readConfig({ OPENLODE_OPS_PORT: '65535' }, '/').opsPort).toBe(65_535);
  });

  it('names every setting that is wrong, and every one that it does not know', () => {
    const wrong = {
      OPENLODE_PROT: '8080',
      OPENLODE_PORT: '0',
      OPENLODE_HOST: 'http://pool',
      OPENLODE_PUBLIC_URL: 'https://pool.example/path',
      OPENLODE_LOG_LEVEL: 'loud',
      OPENLODE_SEED: 'two words',
      OPENLODE_OPERATOR_LINKS: 'http://x.example',
      DATABASE_URL: 'mysql://x',
    };
    expect(() => readConfig(wrong, '/')).toThrow(
      [
        'OPENLODE_PROT is not a setting of this release',
        'OPENLODE_PORT must be a port from 1 to 65535',
        'OPENLODE_HOST must be a host name without scheme or port',
        'OPENLODE_PUBLIC_URL must be https:// and a host name, without a path',
        'OPENLODE_LOG_LEVEL must be one of debug, info, warn, error, silent',
        'OPENLODE_SEED must be none, or up to 64 letters, digits, hyphens and underscores',
        'DATABASE_URL must begin with postgres://',
        'OPENLODE_OPERATOR_LINKS must be NAME=https://…, several separated by commas',
      ].join('\n'),
    );
  });

  it('takes the work of a pool that gives all one header in one process alone', () => {
    const text = `${oneNode}evm:
  - network: ETC
    account: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    signer: signer.sock
    nodes:
      - { name: one, url: 'http://127.0.0.1:8545' }
      - { name: two, url: 'http://127.0.0.1:8546' }
upstreams:
  - name: other
    algorithm: etchash
    coin: ETC
    addresses: [{ url: 'stratum+tcp://pool.example:1111' }]
    user: relay
    feePercent: 1
    incomeMax: 1
`;
    const settings = {
      OPENLODE_ROLES: 'stratum',
      OPENLODE_STRATUM_PROCESSES: '2',
      DATABASE_URL: 'postgres://x',
      REDIS_URL: 'redis://x',
    };
    const read = (content: string): unknown => readWith(content, settings).stratumProcesses;
    expect(() => read(text)).toThrow(
      'OPENLODE_STRATUM_PROCESSES must be 1 while other gives work: a pool of etchash gives all its connections one header',
    );
    expect(read(`${text}    ended: true\n`)).toBe(2);
  });

  it('takes the work of a pool that pays into an account at an exchange where it has that account', () => {
    const text = `${oneNode}upstreams:
  - name: other
    algorithm: kheavyhash
    coin: KAS
    addresses: [{ url: 'stratum+tcp://pool.example:1111' }]
    user: relay
    feePercent: 1
    incomeMax: 1000
    paysTo: kraken
    hashesPerBlock: 5.2e16
`;
    const read = (more: Readonly<Record<string, string>>): unknown =>
      readWith(text, more).nodePool?.upstreams?.map(({ paysTo }) => paysTo);
    expect(() => read({})).toThrow(
      'OPENLODE_CONFIG says that other pays to kraken, which needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: what comes in is credited by its record',
    );
    expect(read({ OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: 'kraken.key' })).toEqual(['kraken']);
  });

  it('refuses to pay for real from the embedded database', () => {
    const text = `${oneNode}      - { name: two, url: 'http://127.0.0.1:19453', login: two }
rails:
  - { coin: LTC, wallet: watch, signer: signer.sock }
`;
    expect(() => readWith(text, {})).toThrow('set DATABASE_URL to a PostgreSQL server');
    const { nodePool } = readWith(text, { DATABASE_URL: 'postgres://x' });
    expect(nodePool?.rails.map(({ signer }) => signer)).toEqual([join(folder, 'signer.sock')]);
  });

  it('lets a pool of money have neither the embedded database nor a clock that is moved', () => {
    const text = `kind: real
chains:
  - coin: LTC
    address: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9
    nodes:
      - { name: one, url: 'http://127.0.0.1:9332', login: one }
      - { name: two, url: 'http://127.0.0.1:9342', login: two }
rails: [{ coin: LTC, wallet: watch, signer: s }]
rates: [{ source: coinpaprika }, { source: coingecko }]
`;
    const read = (more: Record<string, string>) => readWith(text, more);
    const database = { DATABASE_URL: 'postgres://x' };
    expect(() => read({})).toThrow('set DATABASE_URL to a PostgreSQL server');
    expect(() => read({ ...database, OPENLODE_SANDBOX_CONTROL: '/tmp/c' })).toThrow(
      'OPENLODE_SANDBOX_CONTROL moves the clock',
    );
    const { nodePool, operator } = read(database);
    expect({ kind: nodePool?.kind, name: operator.name }).toEqual({ kind: 'real', name: 'Openlode pool' });
  });

  it('lets no test network trade by itself at an exchange that has money', () => {
    const chain = (kind: string, address: string) => `kind: ${kind}
chains:
  - coin: LTC
    address: ${address}
    nodes:
      - { name: one, url: 'http://127.0.0.1:9332', login: one }
      - { name: two, url: 'http://127.0.0.1:9342', login: two }
rails: [{ coin: LTC, wallet: watch, signer: s }]
rates: [{ source: coinpaprika }, { source: coingecko }]
`;
    const settings = {
      DATABASE_URL: 'postgres://x',
      OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: '/k',
      OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE: '/t',
    };
    const read = (text: string, more: Record<string, string>) =>
      readWith(text, { ...settings, ...more }).sendsTrades;
    const regtest = chain('regtest', 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq');
    const real = chain('real', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9');
    const send = { OPENLODE_TRADE_BY_ITSELF: 'send' };
    expect(() => read(regtest, send)).toThrow('OPENLODE_TRADE_BY_ITSELF=send needs a pool of kind real');
    expect(read(regtest, {})).toBe(false);
    expect(read(regtest, { ...send, OPENLODE_EXCHANGE_KRAKEN_URL: 'http://127.0.0.1:8000' })).toBe(true);
    expect(read(real, send)).toBe(true);
  });

  it('pays through an exchange out of an account that is watched, with a key of its own, and of no test network', () => {
    const text = (key: string) => `${oneNode}exchangeRail:
  exchange: kraken
  key: ${key}
  coins:
    - { coin: XRP, method: XRP, least: 10, feeMax: 0.5 }
`;
    const read = (key: string, more: Record<string, string>) =>
      readWith(text(key), { DATABASE_URL: 'postgres://x', ...more }).nodePool?.exchangeRail?.keyFile;
    const watched = {
      OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: '/k',
      OPENLODE_EXCHANGE_KRAKEN_URL: 'http://127.0.0.1:8000',
    };
    expect(read('/pay', watched)).toBe('/pay');
    expect(() => read('/pay', {})).toThrow(
      'exchangeRail of OPENLODE_CONFIG needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE',
    );
    expect(() => read('/k', watched)).toThrow('key of exchangeRail must be a file of its own');
    expect(() => read('/pay', { OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: '/k' })).toThrow(
      'exchangeRail needs a pool of kind real',
    );
    expect(() => read('/pay', { ...watched, DATABASE_URL: '' })).toThrow('OPENLODE_CONFIG names rails');
  });

  it('takes the address of a Redis, and says what is wrong with any other', () => {
    const read = (url: string) => readConfig({ REDIS_URL: url }, '/').redisUrl;
    expect(read(' redis://127.0.0.1:6379/2 ')).toBe('redis://127.0.0.1:6379/2');
    expect(read('rediss://:s%40fe@redis.example')).toBe('rediss://:s%40fe@redis.example');
    for (const wrong of [
      'redis.example:6379',
      'http://redis.example',
      'redis://',
      'redis://redis.example/live',
      'redis://redis.example:99999',
      'redis://redis.example/0?family=6',
    ])
      expect(() => read(wrong), wrong).toThrow(
        'REDIS_URL must be redis:// or rediss://, a host, and at most a port and the number of a database',
      );
  });

  it('takes caps of conversions in whole dollars, the hour’s at least the single one’s [R3]', () => {
    const caps = (each: string, hour: string) =>
      readConfig({ OPENLODE_CONVERSION_CAP_USD: each, OPENLODE_CONVERSION_HOUR_CAP_USD: hour }, '/')
        .conversionCaps;
    expect(caps('5', '5')).toEqual({ eachUsd: 5n * 10n ** 18n, hourUsd: 5n * 10n ** 18n });
    expect(() => caps('6', '5')).toThrow(
      'OPENLODE_CONVERSION_HOUR_CAP_USD must not be less than OPENLODE_CONVERSION_CAP_USD',
    );
    for (const wrong of ['0', '-1', '1.5', '1e3', 'all'])
      expect(() => caps(wrong, '1000000')).toThrow(
        'OPENLODE_CONVERSION_CAP_USD must be whole US dollars from 1 to 999999999999',
      );
  });

  it('takes limits of what conversions leave open, both or neither [L19]', () => {
    const limits = (coin?: string, all?: string) =>
      readConfig({ OPENLODE_CONVERSION_EXPOSURE_USD: coin, OPENLODE_CONVERSION_EXPOSURE_ALL_USD: all }, '/')
        .conversionCaps.exposure;
    expect(limits()).toBeUndefined();
    expect(limits('5', '7')).toEqual({ coinUsd: 5n * 10n ** 18n, allUsd: 7n * 10n ** 18n });
    const apart =
      'OPENLODE_CONVERSION_EXPOSURE_USD and OPENLODE_CONVERSION_EXPOSURE_ALL_USD belong together, and the second must not be less';
    expect(() => limits('5')).toThrow(apart);
    expect(() => limits('5', '4')).toThrow(apart);
    expect(() => limits('1.5', '4')).toThrow(
      'OPENLODE_CONVERSION_EXPOSURE_USD must be whole US dollars from 1 to 999999999999',
    );
  });

  it('lets a suite choose where the process dies, and only with a control socket', () => {
    const asked = { OPENLODE_CRASH_AT: 'round-credited:2' };
    expect(readConfig({ ...asked, OPENLODE_SANDBOX_CONTROL: '/tmp/c' }, '/').crashAt).toEqual({
      point: 'round-credited',
      hit: 2,
    });
    const refusal = 'OPENLODE_CRASH_AT must be point:hit, and works beside OPENLODE_SANDBOX_CONTROL only';
    expect(() => readConfig(asked, '/')).toThrow(refusal);
    expect(() => readConfig({ OPENLODE_CRASH_AT: 'now', OPENLODE_SANDBOX_CONTROL: '/tmp/c' }, '/')).toThrow(
      refusal,
    );
  });

  it('takes caps of payouts in whole dollars and refuses what is no amount', () => {
    expect(readConfig({ OPENLODE_PAYOUT_CAP_DAY: '99' }, '/').payoutCaps.day).toBe(99n * 10n ** 18n);
    expect(() => readConfig({ OPENLODE_PAYOUT_CAP_RUN: '-1' }, '/')).toThrow(
      'OPENLODE_PAYOUT_CAP_RUN must be whole US dollars from 1 to 999999999999',
    );
  });

  it('takes a seed of its own, and none for an empty pool', () => {
    expect(readConfig({ OPENLODE_SEED: 'my-seed_2' }, '/').seed).toBe('my-seed_2');
    expect(readConfig({ OPENLODE_SEED: 'none' }, '/').seed).toBeUndefined();
  });

  it('takes regions by name, host and the port of their web server', () => {
    const regions = (text: string) => readConfig({ OPENLODE_REGIONS: text }, '/').regions;
    expect(regions('eu=eu.pool.example, us=10.0.0.7:8443')).toEqual([
      { region: 'eu', host: 'eu.pool.example', web: 'eu.pool.example' },
      { region: 'us', host: '10.0.0.7', web: '10.0.0.7:8443' },
    ]);
    for (const wrong of ['mars=m.example', 'eu', 'eu=http://x', 'eu=x:y']) {
      expect(() => regions(wrong)).toThrow('OPENLODE_REGIONS must be a list such as');
    }
    expect(() => regions('eu=a.example,eu=b.example')).toThrow('OPENLODE_REGIONS must name a region once');
  });

  it('takes names of servers by algorithm and region', () => {
    const read = (settings: object) => readConfig({ OPENLODE_HOST: 'pool.example', ...settings }, '/');
    expect(read({}).miningHost).toBe('pool.example');
    expect(read({ OPENLODE_MINING_HOST: '{algo}.{host}' }).miningHost).toBe('{algo}.pool.example');
    for (const wrong of ['{coin}.{host}', 'stratum+tcp://{host}', '{algo}.{host}:3333'])
      expect(() => read({ OPENLODE_MINING_HOST: wrong })).toThrow('OPENLODE_MINING_HOST must be a host name');
    expect(read({ OPENLODE_REGIONS: 'eu={algo}-{region}.{host}@eu.pool.example:8443' }).regions).toEqual([
      { region: 'eu', host: '{algo}-eu.pool.example', web: 'eu.pool.example:8443' },
    ]);
    expect(() => read({ OPENLODE_REGIONS: 'eu={algo}-eu.{host}' })).toThrow(
      'add the web server that answers pings there: @eu.pool.example',
    );
  });

  it('takes fallback ports and fixed difficulties by algorithm', () => {
    const read = (settings: object) => readConfig({ ...settings }, '/');
    expect(read({ OPENLODE_FALLBACK_PORTS: 'sha256:80, scrypt:443/ssl' }).fallbackPorts).toEqual([
      { algorithm: 'sha256', port: 80, tls: false },
      { algorithm: 'scrypt', port: 443, tls: true },
    ]);
    for (const wrong of ['80', 'nosuch:80', 'sha256:0', 'sha256:65536', 'sha256:80/tcp'])
      expect(() => read({ OPENLODE_FALLBACK_PORTS: wrong })).toThrow(
        `OPENLODE_FALLBACK_PORTS must be a list such as sha256:80,sha256:443/ssl; this is none: ${wrong}`,
      );
    expect(() => read({ OPENLODE_FALLBACK_PORTS: 'sha256:80,scrypt:80' })).toThrow('must name a port once');
    // The lightest of GhostRider.
    expect(read({ OPENLODE_STATIC_DIFFICULTY: 'ghostrider:0.000244140625' }).staticDifficulties).toEqual({
      ghostrider: '0.000244140625',
    });
    const lightest = '0.000000014901161193847656';
    expect(read({ OPENLODE_STATIC_DIFFICULTY: `kawpow:${lightest}` }).staticDifficulties).toEqual({
      kawpow: lightest,
    });
    expect(read({ OPENLODE_STATIC_DIFFICULTY: 'scrypt:0.125' }).staticDifficulties).toEqual({
      scrypt: '0.125',
    });
    for (const wrong of ['scrypt', 'scrypt:0', 'scrypt:1e5', 'nosuch:1'])
      expect(() => read({ OPENLODE_STATIC_DIFFICULTY: wrong })).toThrow(
        `OPENLODE_STATIC_DIFFICULTY must be a list such as scrypt:65536; this is none: ${wrong}`,
      );
  });

  it('trusts proxies by address and network only', () => {
    const proxies = (text: string) => readConfig({ OPENLODE_TRUSTED_PROXIES: text }, '/').trustedProxies;
    expect(proxies('10.0.0.0/24, fd00::80')).toEqual(['10.0.0.0/24', 'fd00::80']);
    expect(proxies('')).toEqual([]);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1/8/8', '::/129'])
      expect(() => proxies(wrong)).toThrow('OPENLODE_TRUSTED_PROXIES must be addresses or networks');
  });

  it('takes balancers by address and network only', () => {
    const balancers = (text: string) => readConfig({ OPENLODE_STRATUM_PROXIES: text }, '/').stratumProxies;
    expect(balancers('192.0.2.1, 10.0.0.0/24')).toEqual(['192.0.2.1', '10.0.0.0/24']);
    for (const wrong of ['0.0.0.0/0', '::ffff:192.0.2.10'])
      expect(() => balancers(wrong)).toThrow('OPENLODE_STRATUM_PROXIES must be addresses or networks');
  });

  it('takes balancers of the site by address and network only', () => {
    const balancers = (text: string) => readConfig({ OPENLODE_HTTP_BALANCERS: text }, '/').httpBalancers;
    expect(balancers('192.0.2.1, fd00::/64')).toEqual(['192.0.2.1', 'fd00::/64']);
    expect(balancers('')).toEqual([]);
    expect(() => balancers('0.0.0.0/0')).toThrow('OPENLODE_HTTP_BALANCERS must be addresses or networks');
  });

  it('takes shared networks by address and network only', () => {
    const shared = (text: string) => readConfig({ OPENLODE_SHARED_NETWORKS: text }, '/').sharedNetworks;
    expect(shared('198.51.100.0/24, 2001:db8:5::/48')).toEqual(['198.51.100.0/24', '2001:db8:5::/48']);
    expect(shared('')).toEqual([]);
    expect(() => shared('rental.example')).toThrow('OPENLODE_SHARED_NETWORKS must be addresses or networks');
  });

  it('knows exchanges by coin, address and name, and refuses what no memo would help [rule-04]', () => {
    const read = (text: string) => readConfig({ OPENLODE_EXCHANGE_ADDRESSES: text }, '/').exchangeAddresses;
    const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
    expect(read(`xrp:${address}=An exchange`)).toEqual([{ coin: 'XRP', address, exchange: 'An exchange' }]);
    for (const wrong of [address, `XRP:${address}`, `XRP:${address}=`, `XRP:${address.slice(1)}=An exchange`])
      expect(() => read(wrong)).toThrow('OPENLODE_EXCHANGE_ADDRESSES must be a list such as');
    expect(() => read('DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU=An exchange')).toThrow('DOGE takes no memo');
  });

  it('takes an empty setting for none and splits lists', () => {
    const config = readConfig({ OPENLODE_PORT: ' ', OPENLODE_LIMIT_EXEMPT: '127.0.0.0/8, ::1' }, '/');
    expect(config.httpPort).toBe(8080);
    expect(config.limitExempt).toEqual(['127.0.0.0/8', '::1']);
    const links = 'Mastodon=https://social.example/@pool, X = https://x.example/pool';
    expect(readConfig({ OPENLODE_OPERATOR_LINKS: links }, '/').operator.links).toEqual([
      { name: 'Mastodon', url: 'https://social.example/@pool' },
      { name: 'X', url: 'https://x.example/pool' },
    ]);
  });

  it('are shown as the next start reads them, each once, without a password', () => {
    const shown = shownSettings(
      { DATABASE_URL: 'postgres://a:s3cret@db.example/openlode', OPENLODE_PORT: 'x', OPENLODE_BIND: '' },
      '/srv',
    );
    expect(shown.map(({ name }) => name)).toEqual([...settingNames()].toSorted());
    const of = (name: string) => shown.find((each) => each.name === name);
    expect(of('DATABASE_URL')).toEqual({
      name: 'DATABASE_URL',
      value: 'postgres://a:hidden@db.example/openlode',
      isSet: true,
    });
    // One that is wrong is shown as it is set: settings check says what is wrong with it.
    expect(of('OPENLODE_PORT')).toEqual({ name: 'OPENLODE_PORT', value: 'x', isSet: true });
    expect(of('OPENLODE_OPS_PORT')?.isSet).toBe(false);
    expect(of('OPENLODE_DATA')).toEqual({ name: 'OPENLODE_DATA', value: '/srv/data', isSet: false });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });
});
