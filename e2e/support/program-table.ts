import type { RealProgram } from '../../testing/real-program.ts';

/** Where a program mines, and how fast it says that it is. */
export interface MinedByProgram {
  readonly program: string;
  /** The variable of the environment that has its path. */
  readonly variable: string;
  readonly algorithm: string;
  /** Held fixed, so that some shares come in a second. */
  readonly difficulty: string;
  /** `where` is a host with its port; `certificate` the file of the pool's own, for TLS. */
  readonly args: (where: string, user: string, certificate: string | undefined) => readonly string[];
  readonly accepted: RegExp;
  /** How it says that a share was refused, with the reason in the same line; where nothing is said, any line that sounds like it. */
  readonly refused?: RegExp;
  /** In hashes a second, between two times in ms since it was started. */
  readonly rate: (program: RealProgram, from: number, to: number) => number;
  /**
   * Where what it says while it mines is no measure: how it is started to measure itself without a pool, and what it says then now and
   * again. `rate` reads that, and what it does in a second of the processor is compared.
   */
  readonly measuringItself?: { readonly args: readonly string[]; readonly said: RegExp };
  /** Whether it can speak TLS. */
  readonly tls: boolean;
}

const prefixes: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9, K: 1e3 };

/** The mean of what lines say: groups `rate` and, where units change, `prefix`. */
function meanOf(words: RegExp): MinedByProgram['rate'] {
  return (program, from, to) => {
    const rates = program
      .saying(words, from)
      .filter(({ at }) => at <= to)
      .map(({ text }) => {
        const { rate = '', prefix = '' } = words.exec(text)?.groups ?? {};
        return Number(rate) * (prefixes[prefix] ?? 1);
      });
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
}

/** The mean of what lines say of the time since the line before; groups as above. */
function weighedMeanOf(words: RegExp): MinedByProgram['rate'] {
  return (program, from, to) => {
    const lines = program.saying(words, from).filter(({ at }) => at <= to);
    let [hashes, before] = [0, from];
    for (const { at, text } of lines) {
      const { rate = '', prefix = '' } = words.exec(text)?.groups ?? {};
      hashes += Number(rate) * (prefixes[prefix] ?? 1) * (at - before);
      before = at;
    }
    return hashes / (before - from);
  };
}

/** What lines say that was hashed (group `hashes`) since the line before, over the time between the first and the last of them. */
function sumOf(words: RegExp): MinedByProgram['rate'] {
  return (program, from, to) => {
    const [first, ...lines] = program.saying(words, from).filter(({ at }) => at <= to);
    const last = lines.at(-1);
    if (first === undefined || last === undefined) return Number.NaN;
    const hashes = lines.map(({ text }) => Number(words.exec(text)?.groups?.['hashes']));
    return (hashes.reduce((sum, each) => sum + each, 0) / (last.at - first.at)) * 1000;
  };
}

const pooler =
  (algorithm: string): MinedByProgram['args'] =>
  (where, user, certificate) => [
    `--algo=${algorithm}`,
    `--url=${certificate === undefined ? 'stratum+tcp' : 'stratum+tcps'}://${where}`,
    ...(certificate === undefined ? [] : [`--cert=${certificate}`]),
    `--user=${user}`,
    '--pass=x',
    '--threads=1',
    '--retry-pause=3',
  ];

const minerd = {
  program: 'minerd',
  variable: 'OPENLODE_MINERD',
  accepted: /accepted: \d+\/\d+/,
  rate: sumOf(/thread \d+: (?<hashes>\d+) hashes/),
  tls: true,
};

const cpuminerOpt = {
  program: 'cpuminer-opt',
  variable: 'OPENLODE_CPUMINER_OPT',
  accepted: /Accepted \d+|BLOCK SOLVED \d+/,
  tls: true,
};
const measured = /Total: (?<rate>[\d.]+) (?<prefix>[kMG]?)H\/s/;

const xmrig = (algorithm: string): Omit<MinedByProgram, 'algorithm' | 'difficulty'> => ({
  program: 'xmrig',
  variable: 'OPENLODE_XMRIG',
  args: (where, user, certificate) => [
    `--algo=${algorithm}`,
    `--url=${where}`,
    `--user=${user}`,
    '--pass=x',
    '--keepalive',
    '--threads=1',
    '--retry-pause=3',
    '--print-time=10',
    '--donate-level=0',
    ...(certificate === undefined ? [] : ['--tls']),
  ],
  accepted: /accepted \(\d+\/\d+\)/,
  rate: meanOf(/speed 10s\/60s\/15m (?<rate>[\d.]+)/),
  tls: true,
});

/** What real programs mine here. Difficulties are those of a slow processor that others use as well. */
export const minedByPrograms: readonly MinedByProgram[] = [
  { ...minerd, algorithm: 'sha256', difficulty: '0.0001220703125', args: pooler('sha256d') },
  { ...minerd, algorithm: 'scrypt', difficulty: '0.0625', args: pooler('scrypt') },
  {
    ...cpuminerOpt,
    algorithm: 'sha256',
    difficulty: '0.0009765625',
    args: (...where) => [...pooler('sha256d')(...where), '--hash-meter'],
    rate: weighedMeanOf(/Thread \d+, .*?: (?<rate>[\d.]+) (?<prefix>[kMG]?)h\/s/),
  },
  {
    ...cpuminerOpt,
    algorithm: 'scrypt',
    difficulty: '0.0625',
    args: pooler('scrypt'),
    // Its meter begins again with each share, and then says a part of what is hashed.
    measuringItself: { args: ['--algo=scrypt', '--benchmark', '--threads=1'], said: measured },
    rate: weighedMeanOf(measured),
  },
  { ...xmrig('rx/0'), algorithm: 'randomx', difficulty: '32' },
  { ...xmrig('gr'), algorithm: 'ghostrider', difficulty: '0.000244140625' },
  {
    program: 'nheqminer',
    variable: 'OPENLODE_NHEQMINER',
    algorithm: 'equihash',
    difficulty: '0.001953125',
    args: (where, user) => ['-l', where, '-u', user, '-p', 'x', '-t', '1'],
    accepted: /Accepted share/,
    rate: meanOf(/Speed \[\d+ sec\]: .*?(?<rate>[\d.]+) Sols\/s/),
    tls: false,
  },
  {
    program: 'ethminer',
    variable: 'OPENLODE_ETHMINER',
    algorithm: 'etchash',
    difficulty: '256',
    args: (where, user, certificate) => [
      '--cpu',
      '--nocolor',
      '--report-hashrate',
      '--retry-delay',
      '3',
      // A pool that starts again takes longer than its three tries. The most that it takes: some builds mean no try by 0, others no end.
      '--farm-retries',
      '99999',
      '-P',
      `stratum1+${certificate === undefined ? 'tcp' : 'tls'}://${encodeURIComponent(user)}@${where}`,
    ],
    accepted: /\*\*Accepted/,
    // Beside a line without a reason.
    refused: /Reject reason/,
    rate: meanOf(/ A\d+\S* (?<rate>[\d.]+) (?<prefix>[KMG]?)h /),
    tls: true,
  },
];
