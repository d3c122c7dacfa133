import { algorithms } from '@openlode/catalogue/algorithms';
import { serverName } from '@openlode/catalogue/server-name';
import { coins } from '@openlode/catalogue/coins';
import { keepsBack } from '@openlode/ledger/conversion-spread';
import { printDecimal } from '@openlode/money/decimal-text';
import type { Coin } from '@openlode/catalogue/define-coin';
import { chainsPaidHere, type PaysHere } from '@openlode/mining/paid-here';
import { tiers } from '@openlode/catalogue/tiers';
import type { ListedPorts, SupportFacts } from './deployment-facts.ts';
import { markdownTable } from './markdown-table.ts';
import { certificateSection, connectionAdvice } from './certificate-texts.ts';
import { programTable, tlsTable } from './program-tables.ts';

const noPorts: ListedPorts = { defaultPort: null, sslPorts: [], highDiffPorts: [], extraPorts: [] };

/** The ports of an algorithm by purpose; undefined where nothing listens. */
export interface PurposePorts {
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
}

const extraNames = { low: /^low difficulty$/i, proxy: /proxy/i } as const;

const purposes = ['standard', 'high', 'low', 'proxy'] as const;
type Purpose = (typeof purposes)[number];

export function portsFor(facts: SupportFacts, algorithm: string, purpose: Purpose): PurposePorts {
  const server = facts.servers.get(algorithm);
  if (server === undefined || server.work === 'simulated') return { tcp: undefined, tls: undefined };
  const { defaultPort, sslPorts, highDiffPorts, extraPorts } = server.ports ?? noPorts;
  if (purpose === 'standard') return { tcp: defaultPort ?? undefined, tls: sslPorts[0] };
  if (purpose === 'high') {
    return {
      tcp: highDiffPorts.find(({ ssl }) => !ssl)?.port,
      tls: highDiffPorts.find(({ ssl }) => ssl)?.port,
    };
  }
  return numbersOf(extraPorts.find((extra) => extraNames[purpose].test(extra.name))?.ports);
}

/** The extra ports that are no purpose of every algorithm: by what the catalogue calls them, a family of machines for example. */
function namedPorts({ servers }: SupportFacts, algorithm: string) {
  const server = servers.get(algorithm);
  if (server === undefined || server.work === 'simulated') return [];
  return (server.ports ?? noPorts).extraPorts
    .filter(({ name }) => !Object.values(extraNames).some((known) => known.test(name)))
    .map(({ name, ports }) => ({ name, ...numbersOf(ports) }));
}

function numbersOf(ports: ListedPorts['extraPorts'][number]['ports'] | undefined): PurposePorts {
  return {
    tcp: ports?.find(({ ssl }) => !ssl)?.number,
    tls: ports?.find(({ ssl }) => ssl)?.number,
  };
}

/**
 * Fills `{{…}}` in the Markdown of an article with what holds for this deployment and its catalogue, so that no figure is
 * kept in two places. Throws on one that it does not know.
 */
export function fillFacts(markdown: string, facts: SupportFacts): string {
  return markdown.replaceAll(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => {
    const [word = '', ...more] = inside.trim().split(/\s+/);
    const filled = fillers[word]?.(facts, more);
    if (filled === undefined) throw new Error(`{{${inside}}} is not a fact that articles can name`);
    return filled;
  });
}

const nothing = 'not offered here';

function spreadSentence(spreads: SupportFacts['conversionSpreads']): string {
  if (spreads === undefined || !keepsBack(spreads)) return 'The pool adds no margin to the rate.';
  const { stable, liquid, thin } = spreads.ppm;
  return `Beside the fee a conversion keeps back, for each of its two coins, ${percentOf(stable)}% of a stablecoin, ${percentOf(liquid)}% of a coin with a liquid market and ${percentOf(thin)}% of one with a thin market. The page of each coin says which it is now, and the receipt what was kept.`;
}

function percentOf(ppm: number): string {
  return printDecimal(BigInt(ppm), 4);
}

const purposeNames: Readonly<Record<Purpose, string>> = {
  standard: 'Standard',
  high: 'High difficulty',
  low: 'Low difficulty',
  proxy: 'Proxy',
};

const fillers: Readonly<
  Record<string, (facts: SupportFacts, words: readonly string[]) => string | undefined>
> = {
  host({ host, miningHost = host }, [algorithm = 'ALGORITHM']) {
    const isKnown = algorithm === 'ALGORITHM' || algorithms.some(({ code }) => code === algorithm);
    return isKnown ? serverName(miningHost, algorithm) : undefined;
  },
  operator: ({ operator }) => operator.name,
  'conversion-spread': ({ conversionSpreads }) => spreadSentence(conversionSpreads),
  contact: ({ operator }) => operator.contact ?? 'the operator',
  port(facts, [algorithm = '', ...words]) {
    if (!algorithms.some(({ code }) => code === algorithm)) return undefined;
    const purpose = purposes.find((each) => words.includes(each)) ?? 'standard';
    const ports = portsFor(facts, algorithm, purpose);
    return String((words.includes('tls') ? ports.tls : ports.tcp) ?? nothing);
  },
  /** Scheme, host and port to begin with. */
  url(facts, [algorithm = '']) {
    if (!algorithms.some(({ code }) => code === algorithm)) return undefined;
    const name = serverName(facts.miningHost ?? facts.host, algorithm);
    const { tcp, tls } = portsFor(facts, algorithm, 'standard');
    if (tls !== undefined && facts.certificate().distrust === null) return `stratum+ssl://${name}:${tls}`;
    return tcp === undefined ? nothing : `stratum+tcp://${name}:${tcp}`;
  },
  ports: (facts) =>
    markdownTable(
      ['Algorithm', 'Purpose', 'TCP', 'TLS'],
      algorithms.flatMap(({ code, name }) =>
        [
          ...purposes.map((purpose) => ({ name: purposeNames[purpose], ...portsFor(facts, code, purpose) })),
          ...namedPorts(facts, code),
        ]
          .filter(({ tcp, tls }) => (tcp ?? tls) !== undefined)
          .map((row) => [name, row.name, String(row.tcp ?? 'none'), String(row.tls ?? 'none')]),
      ),
    ),
  'mined-algorithms': (facts) =>
    algorithms
      .map(({ code, name }) => ({ name, ...portsFor(facts, code, 'standard') }))
      .flatMap(({ name, tcp }) => (tcp === undefined ? [] : [`${name} on port ${tcp}`]))
      .join(', ') || 'none',
  'simulated-algorithms': ({ servers }) =>
    algorithms
      .filter(({ code }) => (servers.get(code)?.work ?? 'simulated') === 'simulated')
      .map(({ name }) => name)
      .join(', ') || 'none',
  'memo-coins': (facts) =>
    markdownTable(
      ['Coin', 'What it is called and may hold'],
      listedCoins(facts)
        .filter((coin) => coin.chains.some((chain) => chain.regexMemo !== null))
        .map((coin) => [`${coin.name} (${coin.symbol})`, coin.memoKind ?? 'memo']),
    ),
  'delisted-coins': (facts) =>
    coins
      .filter(({ symbol }) => facts.delisted().has(symbol))
      .map(({ name, symbol }) => `${name} (${symbol})`)
      .join(', '),
  minimums({ paysHere = everywhere }, [symbol = '']) {
    const coin = coins.find((each) => each.symbol === symbol);
    if (coin === undefined) return undefined;
    const paid = chainsPaidHere(coin, paysHere);
    return paid.length === 0
      ? `*This pool pays no new work in ${coin.name}.*`
      : markdownTable(
          ['Network', 'Minimum'],
          paid.map((chain) => [chain.name, `${chain.paymentThreshold} ${coin.symbol}`]),
        );
  },
  tiers: () =>
    markdownTable(
      ['Level', 'Active miners', 'Miner gets back', 'Code owner earns', 'Pool keeps'],
      tiers.map((tier) => [
        tier.name,
        `${tier.minimumActive} or more`,
        `${tier.minerPercentage}%`,
        `${tier.ownerPercentage}%`,
        `${tier.platformPercentage}%`,
      ]),
    ),
  programs: programTable,
  'tls-switches': tlsTable,
  certificate: certificateSection,
  'connection-advice': connectionAdvice,
  'coin-count': (facts) => String(listedCoins(facts).length),
};

const everywhere: PaysHere = () => true;

/** Those that can be chosen. */
function listedCoins(facts: SupportFacts): readonly Coin[] {
  const { paysHere = everywhere } = facts;
  return coins.filter(
    (coin) => !facts.delisted().has(coin.symbol) && chainsPaidHere(coin, paysHere).length > 0,
  );
}
