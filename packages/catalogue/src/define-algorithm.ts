/** A proof of work that the pool accepts, as the specification's static configuration describes it. */
export interface Algorithm {
  /** Lower case; part of host names, URLs and stored rows, so it never changes. */
  readonly code: string;
  readonly name: string;
  readonly longName: string;
  readonly typeCode: HardwareType;
  /** The label of `typeCode`. */
  readonly type: string;
  /** Hardware that mines it besides `typeCode`. */
  readonly additionalTypes: readonly HardwareType[];
  /** What the work is spent on, for example `Kaspa (KAS)`. */
  readonly miningVia: string;
  /** The reward coin; a symbol of the catalogue, as are the merged ones. */
  readonly symbol: string;
  readonly symbolDesc: string;
  readonly symbolLogo: string;
  /** Every coin that one share earns, the reward coin included; empty without merged mining. */
  readonly symbolMerged: readonly string[];
  readonly minimumVramRequirement: '3GB' | '4GB' | '6GB' | null;
  /** What is counted: hashes or solutions. */
  readonly unitOfMeasurement: 'h' | 'sol';
  readonly unitLabel: 'H/s' | 'Sol/s';
  /** The unit in which hashrates of this algorithm travel: on the wire `mh`, `chr` and `rhr` are in it. */
  readonly preUnitOfMeasurement: UnitPrefix;
  readonly minimumUnitOfMeasurement: UnitPrefix;
  readonly minCalculatorUnit: UnitPrefix;
  readonly maxCalculatorUnit: UnitPrefix;
  readonly defaultCalculatorUnit: UnitPrefix;
  readonly wizardSort: number;
  readonly showInWizard: boolean;
  readonly isNew: boolean;
  readonly beta: boolean;
  /** No longer offered; miners that mined it still show it. */
  readonly deactivated: boolean;
  /** The filters of the algorithm strip that `minimumVramRequirement` and `typeCode` do not imply. */
  readonly tags: readonly AlgorithmTag[];
  readonly warningMessage: string | null;
  readonly extraComment: string | null;
  readonly isInOurEasyMiningApp: boolean;
  /** A difficulty that the pool holds fixed on this algorithm; null where it adapts. */
  readonly customStaticDiff: string | null;
  readonly globalServer: AlgorithmServer;
  readonly alternativeServers: readonly AlgorithmServer[];
  /** Where `alternativeServers` stand, in their order. */
  readonly regions: readonly Region[];
  /** False where a port must be picked by machine and a bare list would mislead. */
  readonly portsDisplayed: boolean;
  readonly chartSeries: readonly HashrateSource[];
  readonly chartOptions: { readonly xaxisCategoriesField: HashrateSource };
  readonly guides: readonly Guide[];
  /** What a miner should know about the algorithm; plain text. */
  readonly facts: string;
  /** The target at difficulty 1: a share of difficulty d must hash below `difficulty1Target / d`. Exact, 256 bits. */
  readonly difficulty1Target: bigint;
  /** Hashes that make one attempt at the target: 1, unless a hash must also meet a second condition. */
  readonly hashesPerAttempt: bigint;
  readonly hardware: readonly HardwarePreset[];
}

/** What the pool itself runs for an algorithm, in the specification's ports; a deployment answers with its own. */
export interface AlgorithmServer {
  readonly description: string;
  /** `{host}` stands for the pool's own name. */
  readonly url: string;
  /** ISO 3166 code, or EU, for the region's image; null for the global server. */
  readonly country: string | null;
  readonly sslPorts: readonly number[];
  readonly defaultPort: number;
  readonly alternativePorts: readonly number[];
  readonly highDiffPorts: readonly StratumPort[];
  readonly extraPorts: readonly ExtraPorts[];
}

/** Ports with a purpose of their own, such as a machine family or a proxy. */
export interface ExtraPorts {
  readonly name: string;
  readonly showType: boolean;
  /** What the slowest of its machines does, in base units, decimal text: its difficulty starts there. */
  readonly startHashrate?: string;
  /** For a program that makes work by itself, out of whole blocks, which not every chain gives. */
  readonly takesWholeBlocks?: true;
  readonly ports: readonly NumberedPort[];
}

export interface StratumPort {
  readonly port: number;
  readonly ssl: boolean;
}

export interface NumberedPort {
  readonly number: number;
  readonly ssl: boolean;
}

export interface Guide {
  readonly name: string;
  /** An address outside the site; null where `relativeUrl` leads to an article of the support centre. */
  readonly url: string | null;
  readonly relativeUrl: string | null;
}

/** A machine whose rate the calculator can fill in. */
export interface HardwarePreset {
  readonly name: string;
  readonly type: HardwareType;
  /** In base units (H/s or Sol/s), decimal text. */
  readonly hashrate: string;
  /** At the wall for ASICs, the card or chip alone otherwise; null where no figure is published. */
  readonly powerW: number | null;
}

export type HardwareType = 'gpu' | 'cpu' | 'asic';

/** Thousands: none, k, m, g, t, p, e, z. */
export type UnitPrefix = '' | 'k' | 'm' | 'g' | 't' | 'p' | 'e' | 'z';

export type AlgorithmTag = 'new' | 'asic' | 'kaspa-forks';

/** Calculated from accepted work, or as reported by the mining program. */
export type HashrateSource = 'calculated' | 'reported';

/** Where the pool may have servers besides the global one. */
export type Region = 'us' | 'ca' | 'eu' | 'asia';

/** Where an algorithm is listened to unless it says otherwise. */
const usualPorts = {
  sslPorts: [4444, 443],
  defaultPort: 3333,
  alternativePorts: [13333, 80],
  highDiffPorts: [],
  extraPorts: [],
} satisfies Ports;

const usual = {
  additionalTypes: [],
  symbolMerged: [],
  minimumVramRequirement: null,
  preUnitOfMeasurement: '',
  minimumUnitOfMeasurement: 'm',
  showInWizard: true,
  isNew: false,
  beta: false,
  deactivated: false,
  tags: [],
  warningMessage: null,
  extraComment: null,
  isInOurEasyMiningApp: true,
  customStaticDiff: null,
  regions: ['us', 'ca', 'eu', 'asia'],
  portsDisplayed: true,
  chartSeries: ['calculated'],
  chartOptions: { xaxisCategoriesField: 'calculated' },
  hashesPerAttempt: 1n,
} satisfies Partial<Algorithm>;

type Ports = Omit<AlgorithmServer, 'description' | 'url' | 'country'>;
type Whole = Omit<Algorithm, 'globalServer' | 'alternativeServers'>;

/**
 * How an algorithm is written down: what is the rule need not be said, and its servers are named by their regions, because all
 * of them listen alike.
 */
export type AlgorithmEntry = Omit<Whole, keyof typeof usual> &
  Partial<Whole> & { readonly ports?: Partial<Ports> };

/**
 * Completes an entry of the catalogue and spells out its servers: `{code}.{host}` and `{code}-{region}.{host}`.
 * @__NO_SIDE_EFFECTS__
 */
export function defineAlgorithm(entry: AlgorithmEntry): Algorithm {
  const { ports: own, ...algorithm }: Whole & { ports?: Partial<Ports> } = { ...usual, ...entry };
  const ports = { ...usualPorts, ...own };
  return {
    ...algorithm,
    globalServer: { description: 'Global', url: `${entry.code}.{host}`, country: null, ...ports },
    alternativeServers: algorithm.regions.map((region) => ({
      ...places[region],
      url: `${entry.code}-${region}.{host}`,
      ...ports,
    })),
  };
}

/** What the regions are called. */
export const places = {
  us: { description: 'North America', country: 'US' },
  ca: { description: 'Canada', country: 'CA' },
  eu: { description: 'Europe', country: 'EU' },
  asia: { description: 'Asia', country: 'SG' },
} as const satisfies Record<Region, Pick<AlgorithmServer, 'description' | 'country'>>;
