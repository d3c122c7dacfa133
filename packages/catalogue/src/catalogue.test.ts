import { readFileSync, readdirSync } from 'node:fs';
import type { CoinRules } from '@openlode/mining/coin-rules';
import { allFamilies } from '@openlode/mining/families/all-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import { describe, expect, it } from 'vitest';
import { algorithms, findAlgorithm } from './algorithms.ts';
import { coins, findCoin } from './coins.ts';
import { defaultCoinSymbol } from './constants.ts';
import type { AlgorithmServer, UnitPrefix } from './define-algorithm.ts';
import { exchangeAddresses } from './exchange-addresses.ts';
import { portPlan } from './port-plan.ts';
import { allPrograms, findProgram, programs } from './programs.ts';
import { sampleNetworks, samplePrices } from './sample-prices.ts';
import { sampleAddresses, sampleMemos } from './testing/sample-addresses.ts';
import { feeSplits, tiers } from './tiers.ts';

/** Positive, without exponent, leading or trailing zeros: the only form in which an amount may be written down. */
const amount = /^(?!0$)(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
const asicSetup = '/support/article/asic-setup';
const webAddress = /^https:\/\/[a-z0-9.-]+\.[a-z]+(?:\/\S*)?$/;
const units: readonly UnitPrefix[] = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z'];

const chains = coins.flatMap((coin) =>
  coin.chains.map((chain) => ({ at: `${coin.symbol}/${chain.network}`, coin, chain })),
);
const pairs = programs.flatMap((program) =>
  program.algorithms.map((pair) => ({ at: `${program.code}/${pair.algorithm}`, program, pair })),
);

describe('coins', () => {
  it('hold 113 coins and 173 chains, one file each', () => {
    expect(coins.length).toBe(113);
    expect(chains.length).toBe(173);
    expect(filesOf('./coins/')).toEqual(coins.map((coin) => `${coin.symbol.toLowerCase()}.ts`).toSorted());
  });

  it('are what the rules of addresses expect', () => {
    const rules: readonly CoinRules[] = coins;
    expect(rules.filter((coin) => coin.chains.length === 0)).toEqual([]);
  });

  it('are found by symbol and alias in any case, and by nothing else', () => {
    for (const coin of coins) {
      expect(coin.symbol).toMatch(/^[A-Z][A-Z0-9]*$/);
      for (const ticker of [coin.symbol, coin.symbol.toLowerCase(), ...coin.aliases])
        expect(findCoin(ticker)).toBe(coin);
    }
    expect(findCoin('nano')?.symbol).toBe('XNO');
    expect(findCoin(defaultCoinSymbol)?.name).toBe('Bitcoin');
    for (const stranger of ['', 'NOPE', 'BTC ', '__proto__', 'constructor', 'ſol', '\u212aas']) {
      expect(findCoin(stranger)).toBeUndefined();
    }
  });

  it('share no ticker', () => {
    expect(repeated(coins.flatMap((coin) => [coin.symbol, ...coin.aliases]))).toEqual([]);
  });

  it('have one default chain each and no network twice', () => {
    expect(coins.filter((coin) => coin.chains.filter((chain) => chain.isDefault).length !== 1)).toEqual([]);
    expect(repeated(chains.map(({ at }) => at))).toEqual([]);
  });

  it('name thresholds that can be paid: positive decimal text within the precision', () => {
    expect(chains.filter(({ chain }) => !amount.test(chain.paymentThreshold)).map(({ at }) => at)).toEqual(
      [],
    );
    expect(
      chains.filter(({ chain }) => decimals(chain.paymentThreshold) > chain.precision).map(({ at }) => at),
    ).toEqual([]);
    expect(
      chains.filter(
        ({ chain }) => !Number.isInteger(chain.precision) || chain.precision < 0 || chain.precision > 18,
      ),
    ).toEqual([]);
  });

  it('name a contract for every token and for no native coin', () => {
    expect(
      chains
        .filter(({ chain }) => (chain.contract === null) !== (chain.tokenStandard === null))
        .map(({ at }) => at),
    ).toEqual([]);
    expect(chains.filter(({ chain }) => chain.contract !== null).length).toBe(99);
  });

  it('link to explorers by https', () => {
    const links = chains.flatMap(({ chain }) => [chain.explorerAddress, chain.explorerTx]);
    expect(links.filter((link) => !webAddress.test(link))).toEqual([]);
  });

  it('mark new and delisted coins the same way everywhere', () => {
    expect(
      coins.filter((coin) => coin.isNew !== coin.tags.includes('New')).map((coin) => coin.symbol),
    ).toEqual([]);
    const delisted = coins.filter((coin) => coin.delisted);
    expect(delisted.map((coin) => coin.symbol)).toEqual(['FTM', 'MATIC', 'OMG']);
    expect(delisted.filter((coin) => coin.category !== 'delisted' || coin.isNew)).toEqual([]);
    expect(delisted.flatMap((coin) => coin.chains).filter((chain) => chain.enabled)).toEqual([]);
  });

  it('carry the note on coins without proof of work exactly where the specification lists it', () => {
    const noted = coins.filter((coin) => coin.noPowNote).map((coin) => coin.symbol);
    expect(noted.toSorted()).toEqual([
      'BCH',
      'BTC',
      'BTG',
      'DASH',
      'DOGE',
      'ETC',
      'ETH',
      'LTC',
      'RVN',
      'SC',
      'SKY',
      'VIA',
      'XMR',
    ]);
  });

  it('have anchored patterns that match every sample address of their chain', () => {
    let matched = 0;
    for (const { at, coin, chain } of chains) {
      expect(chain.regex, at).toMatch(/^\^.*\$$/);
      const pattern = new RegExp(chain.regex);
      const samples = sampleAddresses[coin.symbol]?.[chain.network] ?? [];
      expect(samples.length, at).toBeGreaterThan(0);
      expect(
        samples.filter((sample) => !pattern.test(sample) || pattern.test(`${sample} `)),
        at,
      ).toEqual([]);
      matched += samples.length;
    }
    expect(matched).toBe(318);
  });

  it('name address families that have rules, by which every sample is valid on its chain', () => {
    expect(chains.filter(({ chain }) => allFamilies[chain.family] === undefined).map(({ at }) => at)).toEqual(
      [],
    );
    for (const { at, coin, chain } of chains) {
      for (const sample of sampleAddresses[coin.symbol]?.[chain.network] ?? []) {
        const outcome = judgeAddress(coin, sample, allFamilies);
        expect(outcome.kind === 'valid' ? outcome.compatible : outcome, `${at} ${sample}`).toContain(
          chain.network,
        );
      }
    }
  });

  it('take memos where a chain does, with patterns that tell right ones from wrong ones', () => {
    for (const coin of coins) {
      const patterns = coin.chains.flatMap((chain) => (chain.regexMemo === null ? [] : [chain.regexMemo]));
      expect(patterns.length > 0, coin.symbol).toBe(coin.regexMemo !== null);
      expect(coin.memoKind === null, coin.symbol).toBe(coin.regexMemo === null);
      for (const source of patterns) {
        const pattern = new RegExp(source);
        const samples = sampleMemos[coin.symbol] ?? { valid: [], invalid: [] };
        expect(samples.valid.length, coin.symbol).toBeGreaterThan(0);
        expect(
          samples.valid.filter((memo) => !pattern.test(memo)),
          coin.symbol,
        ).toEqual([]);
        expect(
          samples.invalid.filter((memo) => pattern.test(memo)),
          coin.symbol,
        ).toEqual([]);
        // A memo with one of these would make a user string ambiguous.
        expect(
          [':', '.', '#', ' '].filter((mark) => pattern.test(`1${mark}1`)),
          coin.symbol,
        ).toEqual([]);
      }
    }
    expect(Object.keys(sampleMemos).length).toBe(12);
  });

  it('set an address prefix, which ends in a colon, only where sample addresses begin with it', () => {
    const prefixed = coins.filter((coin) => coin.addressPrefix !== null);
    expect(prefixed.map((coin) => coin.symbol).toSorted()).toEqual([
      'BCH',
      'CFX',
      'KAS',
      'KLS',
      'NEXA',
      'XEC',
      'XEL',
    ]);
    for (const coin of prefixed) {
      expect(coin.addressPrefix).toMatch(/^[a-z]+:$/);
      expect(
        sampleAddresses[coin.symbol]?.[coin.symbol]?.some((sample) =>
          sample.startsWith(coin.addressPrefix ?? ''),
        ),
      ).toBe(true);
    }
  });

  it('have a mark of their own: one small file each without scripts, styles or outside references', () => {
    const folder = '../../../apps/web/public/coins/';
    expect(filesOf(folder).filter((file) => file.endsWith('.svg'))).toEqual(
      coins.map((coin) => `${coin.symbol.toLowerCase()}.svg`).toSorted(),
    );
    const sources = readFileSync(new URL(`${folder}README.md`, import.meta.url), 'utf8');
    for (const coin of coins) {
      expect(sources, coin.symbol).toContain(`\n| ${coin.symbol.toLowerCase()}.svg | `);
      expect(coin.logo).toBe(`/coins/${coin.symbol.toLowerCase()}.svg`);
      const svg = readFileSync(new URL(`${folder}${coin.symbol.toLowerCase()}.svg`, import.meta.url), 'utf8');
      expect(svg, coin.logo).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
      expect(svg, coin.logo).not.toMatch(
        /<script|<style|<image|<foreignObject|\son\w+=|href="(?!#)|url\((?!#)|style=/,
      );
      expect(svg.length, coin.logo).toBeLessThan(12_000);
      const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(
        ids.filter((id) => !id.startsWith(`${coin.symbol.toLowerCase()}-`)),
        coin.logo,
      ).toEqual([]);
    }
  });
});

describe('algorithms', () => {
  it('are these 17 in this order, because the index decides the ports of a deployment', () => {
    expect(
      algorithms.map(({ code, symbol, typeCode, minimumVramRequirement }) => [
        code,
        symbol,
        typeCode,
        minimumVramRequirement,
      ]),
    ).toEqual([
      ['xelishash', 'XEL', 'gpu', '3GB'],
      ['fishhash', 'IRON', 'gpu', '6GB'],
      ['blake3', 'ALPH', 'gpu', '4GB'],
      ['randomx', 'XMR', 'cpu', null],
      ['ghostrider', 'RTM', 'cpu', null],
      ['karlsenhash', 'KLS', 'gpu', '3GB'],
      ['nexapow', 'NEXA', 'gpu', '4GB'],
      ['octopus', 'CFX', 'gpu', '6GB'],
      ['kheavyhash', 'KAS', 'gpu', '3GB'],
      ['equihash', 'ZEC', 'asic', null],
      ['sha256', 'BTC', 'asic', null],
      ['scrypt', 'LTC', 'asic', null],
      ['beamhash', 'BEAM', 'gpu', '6GB'],
      ['autolykos', 'ERG', 'gpu', '4GB'],
      ['kawpow', 'RVN', 'gpu', '6GB'],
      ['etchash', 'ETC', 'gpu', '4GB'],
      ['ethash', 'ETHW', 'gpu', '6GB'],
    ]);
    expect(filesOf('./algorithms/')).toEqual(
      algorithms.map((algorithm) => `${algorithm.code}.ts`).toSorted(),
    );
    expect(algorithms.map((algorithm) => findAlgorithm(algorithm.code))).toEqual(algorithms);
    expect(findAlgorithm('SHA256')).toBeUndefined();
  });

  it('carry the marks and notes of the specification', () => {
    expect(algorithms.filter((algorithm) => algorithm.isNew).map((algorithm) => algorithm.code)).toEqual([
      'xelishash',
      'fishhash',
      'ghostrider',
    ]);
    expect(
      algorithms.filter((algorithm) => !algorithm.showInWizard).map((algorithm) => algorithm.code),
    ).toEqual(['equihash', 'sha256', 'scrypt']);
    expect(findAlgorithm('kheavyhash')?.additionalTypes).toEqual(['asic']);
    expect(
      algorithms.filter((algorithm) => !algorithm.portsDisplayed).map((algorithm) => algorithm.code),
    ).toEqual(['kheavyhash']);
    expect(findAlgorithm('ethash')?.warningMessage).toContain('ETHW');
    expect(findAlgorithm('scrypt')?.extraComment).toContain('LTC + DOGE + BELLS');
    expect(algorithms.filter((algorithm) => algorithm.isNew !== algorithm.tags.includes('new'))).toEqual([]);
    expect(repeated(algorithms.map((algorithm) => String(algorithm.wizardSort)))).toEqual([]);
  });

  it('reward coins that are paid, and merged mining counts the reward coin in', () => {
    for (const algorithm of algorithms) {
      expect(findCoin(algorithm.symbol)?.logo, algorithm.code).toBe(algorithm.symbolLogo);
      const earned = [algorithm.symbol, ...algorithm.symbolMerged];
      expect(
        earned.filter((symbol) => findCoin(symbol)?.delisted !== false),
        algorithm.code,
      ).toEqual([]);
      if (algorithm.symbolMerged.length > 0)
        expect(algorithm.symbolMerged, algorithm.code).toContain(algorithm.symbol);
    }
    expect(findAlgorithm('scrypt')?.symbolMerged).toEqual(['LTC', 'DOGE', 'BELLS']);
  });

  it('have units in order', () => {
    for (const algorithm of algorithms) {
      const least = units.indexOf(algorithm.minCalculatorUnit);
      const standard = units.indexOf(algorithm.defaultCalculatorUnit);
      const most = units.indexOf(algorithm.maxCalculatorUnit);
      expect(least <= standard && standard <= most, algorithm.code).toBe(true);
      expect(units, algorithm.code).toContain(algorithm.preUnitOfMeasurement);
      expect(units.indexOf(algorithm.minimumUnitOfMeasurement), algorithm.code).toBe(least);
      expect(algorithm.unitLabel, algorithm.code).toBe(
        algorithm.unitOfMeasurement === 'sol' ? 'Sol/s' : 'H/s',
      );
    }
    const mega = algorithms
      .filter((algorithm) => algorithm.preUnitOfMeasurement === 'm')
      .map((algorithm) => algorithm.code);
    expect(mega).toEqual(['autolykos', 'kawpow', 'etchash', 'ethash']);
  });

  it('have hosts of their own: {algo}.{host} and {algo}-{region}.{host}', () => {
    expect(
      repeated(algorithms.flatMap((algorithm) => serversOf(algorithm).map((server) => server.url))),
    ).toEqual([]);
    expect(findAlgorithm('sha256')?.globalServer.url).toBe('sha256.{host}');
    expect(findAlgorithm('sha256')?.alternativeServers.map((server) => [server.url, server.country])).toEqual(
      [
        ['sha256-us.{host}', 'US'],
        ['sha256-eu.{host}', 'EU'],
        ['sha256-asia.{host}', 'SG'],
      ],
    );
    expect(findAlgorithm('randomx')?.alternativeServers.map((server) => server.url)).toContain(
      'randomx-ca.{host}',
    );
  });

  it('listen on the ports of the specification, none of them twice on a host [algo-06]', () => {
    for (const algorithm of algorithms) {
      for (const server of serversOf(algorithm)) {
        expect(repeated(portsOf(server).map(String)), server.url).toEqual([]);
        expect(server.sslPorts, server.url).toEqual(algorithm.typeCode === 'cpu' ? [443] : [4444, 443]);
        expect([server.defaultPort, ...server.alternativePorts], server.url).toEqual([3333, 13333, 80]);
      }
    }
    expect(extraPortsOf('randomx')).toEqual([['xmr-node-proxy', 4445, 14445]]);
    expect(extraPortsOf('sha256')).toEqual([['Low difficulty', 5555, 15555]]);
    expect(extraPortsOf('kheavyhash').map(([, tcp, tls]) => [tcp, tls])).toEqual([
      [4445, 14445],
      [4446, 14446],
      [4447, 14447],
      [4448, 14448],
    ]);
    expect(findAlgorithm('equihash')?.globalServer.highDiffPorts).toEqual([
      { port: 4445, ssl: false },
      { port: 4446, ssl: true },
    ]);
    const special = algorithms.filter(
      ({ globalServer }) => globalServer.extraPorts.length + globalServer.highDiffPorts.length > 0,
    );
    expect(special.map((algorithm) => algorithm.code)).toEqual([
      'randomx',
      'kheavyhash',
      'equihash',
      'sha256',
    ]);
  });

  it('fit on one address without a clash', () => {
    const plans = algorithms.map((algorithm) => portPlan(algorithm.code, 3333));
    const numbers = plans.flatMap((plan) =>
      plan === undefined
        ? []
        : [plan.standard, plan.highDifficulty, plan.lowDifficulty, ...plan.extra].flatMap(({ tcp, tls }) => [
            tcp,
            tls,
          ]),
    );
    expect(numbers.length).toBe(17 * 8 * 2);
    expect(repeated(numbers.map(String))).toEqual([]);
    expect(portPlan('sha256', 3333)).toEqual({
      standard: { tcp: 3433, tls: 4433 },
      highDifficulty: { tcp: 3434, tls: 4434 },
      lowDifficulty: { tcp: 3435, tls: 4435 },
      extra: [
        { tcp: 3436, tls: 4436 },
        { tcp: 3437, tls: 4437 },
        { tcp: 3438, tls: 4438 },
        { tcp: 3439, tls: 4439 },
        { tcp: 3440, tls: 4440 },
      ],
    });
    expect(portPlan('nope', 3333)).toBeUndefined();
    expect(algorithms.filter((algorithm) => algorithm.globalServer.extraPorts.length > 4)).toEqual([]);
  });

  it('need this many hashes for a share of difficulty 1', () => {
    const hashes = algorithms.map((algorithm) => [
      algorithm.code,
      (2n ** 256n * algorithm.hashesPerAttempt) / algorithm.difficulty1Target,
    ]);
    expect(Object.fromEntries(hashes)).toEqual({
      xelishash: 1n,
      fishhash: 1n,
      // 16 chains times 2 ** 30.
      blake3: 17179869184n,
      randomx: 1n,
      // 65,536 and the part that 0xffff is short of 0x10000.
      ghostrider: 65537n,
      karlsenhash: 4294967296n,
      nexapow: 4295032833n,
      octopus: 1n,
      kheavyhash: 4294967296n,
      equihash: 8192n,
      sha256: 4295032833n,
      scrypt: 65537n,
      beamhash: 1n,
      autolykos: 4295032833n,
      // 2 ** 40 / 255.
      kawpow: 4311810305n,
      etchash: 1n,
      ethash: 1n,
    });
    expect(findAlgorithm('sha256')?.difficulty1Target.toString(16)).toBe(`ffff${'0'.repeat(52)}`);
  });

  it('link to a guide each, on the site or by https: of a program that mines them, or of their machines', () => {
    expect(algorithms.filter(({ guides }) => guides.length === 0).map(({ code }) => code)).toEqual([]);
    for (const algorithm of algorithms) {
      for (const guide of algorithm.guides) {
        expect([guide.url, guide.relativeUrl].filter((link) => link !== null).length, guide.name).toBe(1);
        expect(guide.relativeUrl ?? '/support/article/x', guide.name).toMatch(
          /^\/support\/article\/[a-z0-9]+(?:-[a-z0-9]+)*$/,
        );
        expect(guide.url ?? 'https://openlode.example/', guide.name).toMatch(webAddress);
        if (guide.relativeUrl === asicSetup) {
          expect(algorithm.typeCode, algorithm.code).toBe('asic');
          continue;
        }
        const program = allPrograms.find((one) => one.name === guide.name);
        expect(
          program?.algorithms.map((pair) => pair.algorithm),
          `${algorithm.code}: ${guide.name}`,
        ).toContain(algorithm.code);
      }
    }
    const links = algorithms.flatMap((algorithm) =>
      algorithm.guides.map((guide) => guide.relativeUrl ?? guide.url ?? ''),
    );
    // One article for the machines of all of them.
    expect(repeated(links.filter((link) => link !== asicSetup))).toEqual([]);
  });

  it('name hardware with a rate, each machine once', () => {
    for (const { code, hardware } of algorithms) {
      expect(hardware.length, code).toBeGreaterThan(0);
      expect(
        hardware.filter(
          (preset) => !amount.test(preset.hashrate) || (preset.powerW !== null && preset.powerW <= 0),
        ),
        code,
      ).toEqual([]);
      expect(repeated(hardware.map((preset) => preset.name)), code).toEqual([]);
    }
  });
});

describe('sample prices and networks', () => {
  it('price every coin and nothing else', () => {
    expect(Object.keys(samplePrices.usd).toSorted()).toEqual(coins.map((coin) => coin.symbol).toSorted());
    expect(Object.entries(samplePrices.usd).filter(([, usd]) => !amount.test(usd))).toEqual([]);
    expect(samplePrices.date).toBe('2025-01-31');
    expect(samplePrices.usd['BABYDOGE']).toBe('0.0000000021');
  });

  it('know the network of every algorithm and of every merged coin', () => {
    expect(Object.keys(sampleNetworks)).toEqual(algorithms.map((algorithm) => algorithm.code));
    for (const algorithm of algorithms) {
      const network = sampleNetworks[algorithm.code];
      const lines = network === undefined ? [] : [network, ...network.merged];
      expect(
        lines.map((line) => line.coin),
        algorithm.code,
      ).toEqual(algorithm.symbolMerged.length > 0 ? algorithm.symbolMerged : [algorithm.symbol]);
      for (const line of lines) {
        expect(
          [line.blockTimeS, line.rewardPerBlock].filter((text) => !amount.test(text)),
          line.coin,
        ).toEqual([]);
        expect(line.networkRate, line.coin).toMatch(/^[1-9]\d*$/);
      }
      expect(network?.lastReward, algorithm.code).toMatch(amount);
      expect(network?.averageRewardTimeS, algorithm.code).toBeGreaterThan(0);
    }
  });
});

describe('mining programs', () => {
  it('are 14 with 96 program/algorithm pairs, one file each', () => {
    expect(programs.length).toBe(14);
    expect(pairs.length).toBe(96);
    expect(filesOf('./programs/')).toEqual(allPrograms.map((program) => `${program.code}.ts`).toSorted());
    expect(programs.map((program) => findProgram(program.code))).toEqual(programs);
    expect(repeated(programs.map((program) => program.code))).toEqual([]);
    expect(repeated(programs.map((program) => program.name))).toEqual([]);
  });

  it('mine every algorithm that is not for ASICs alone, each pair once', () => {
    expect(repeated(pairs.map(({ at }) => at))).toEqual([]);
    expect(pairs.filter(({ pair }) => findAlgorithm(pair.algorithm) === undefined)).toEqual([]);
    const mined = new Set(pairs.map(({ pair }) => pair.algorithm));
    expect(
      algorithms.filter((algorithm) => mined.has(algorithm.code) === (algorithm.typeCode === 'asic')),
    ).toEqual([]);
  });

  it('have commands that place everything a miner must pass on, and nothing unknown', () => {
    for (const { code, commands, config, schemes } of programs) {
      for (const text of [commands.tls, commands.tcp]) {
        const used = placeholders(text);
        expect(
          used.filter((name) => !known.has(name)),
          code,
        ).toEqual([]);
        expect(
          ['algo', 'host', 'port'].filter((name) => !used.includes(name)),
          code,
        ).toEqual([]);
        expect(used.includes('user') !== (used.includes('wallet') && used.includes('workerref')), code).toBe(
          true,
        );
        expect(used.includes('scheme'), code).toBe(schemes !== null);
        expect(text, code).not.toMatch(/^ | {2}| $/);
      }
      expect(commands.tls === commands.tcp, code).toBe(schemes !== null);
      const entries = config?.entries.flatMap(([, value]) => placeholders(value)) ?? [];
      expect(
        entries.filter((name) => !known.has(name) && name !== 'tls'),
        code,
      ).toEqual([]);
    }
    expect(
      pairs
        .filter(
          ({ pair }) => pair.flag === '' || /\s/.test(pair.flag) || pair.extra === '' || pair.note === '',
        )
        .map(({ at }) => at),
    ).toEqual([]);
    expect(programs.filter((program) => program.config !== null).map((program) => program.code)).toEqual([
      'cpuminer-gr',
      'nanominer',
    ]);
  });

  it('link to their makers by https', () => {
    const links = programs.flatMap(({ links: { documentation, download, support } }) => [
      documentation,
      download,
      support,
    ]);
    expect(links.filter((link) => !webAddress.test(link))).toEqual([]);
  });

  it('name programs without a path outside their own folder', () => {
    for (const { code, executables } of programs) {
      expect(executables.windows, code).toMatch(/^(?:[\w-]+\\)?[\w-]+\.exe$/);
      expect(executables.linux, code).toMatch(/^(?:[\w-]+\/)?[\w-]+$/);
    }
  });
});

describe('tiers', () => {
  it('share out exactly one per cent and never leave the platform less than half of it', () => {
    const splits = [...tiers, feeSplits.withoutCode, feeSplits.withCode];
    for (const split of splits) {
      const parts = [split.minerPercentage, split.ownerPercentage, split.platformPercentage].map(hundredths);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(100);
      expect(hundredths(split.platformPercentage)).toBeGreaterThanOrEqual(50);
    }
    expect(tiers.map((tier) => [tier.code, tier.minerPercentage, tier.ownerPercentage])).toEqual([
      [0, '0.15', '0.35'],
      [1, '0.12', '0.38'],
      [2, '0.08', '0.42'],
      [3, '0', '0.5'],
    ]);
  });

  it('ask for more miners the higher they are', () => {
    expect(tiers.map((tier) => tier.minimumActive)).toEqual([0, 50, 250, 1000]);
    expect(tiers.map(({ displaySplit }) => [displaySplit.fee, displaySplit.referredMiner])).toEqual([
      [13, 12],
      [12, 13],
      [11, 14],
      [10, 15],
    ]);
  });
});

describe('exchange addresses', () => {
  it('belong to networks with memos, match their pattern and name a source', () => {
    const wrong = exchangeAddresses.filter((entry) => {
      const chain = findCoin(entry.coin)?.chains.find(({ network }) => network === entry.network);
      return (
        !chain?.regexMemo || !new RegExp(chain.regex).test(entry.address) || !webAddress.test(entry.source)
      );
    });
    expect(wrong).toEqual([]);
  });
});

const known = new Set(['algo', 'host', 'port', 'user', 'pass', 'scheme', 'wallet', 'workerref']);

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(new URL(folder, import.meta.url)).toSorted();
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function decimals(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

function hundredths(percentage: string): number {
  const [whole = '', fraction = ''] = percentage.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

function serversOf(algorithm: (typeof algorithms)[number]): readonly AlgorithmServer[] {
  return [algorithm.globalServer, ...algorithm.alternativeServers];
}

function portsOf(server: AlgorithmServer): readonly number[] {
  return [
    ...server.sslPorts,
    server.defaultPort,
    ...server.alternativePorts,
    ...server.highDiffPorts.map(({ port }) => port),
    ...server.extraPorts.flatMap(({ ports }) => ports.map(({ number }) => number)),
  ];
}

function extraPortsOf(code: string): readonly (readonly [string, ...number[]])[] {
  const extra = findAlgorithm(code)?.globalServer.extraPorts ?? [];
  return extra.map(({ name, ports }) => [name, ...ports.map(({ number }) => number)]);
}
