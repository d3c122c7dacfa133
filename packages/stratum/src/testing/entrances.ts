import { BitcoinCreditGame } from './bitcoin-credit-game.ts';
import { bitcoinEntrance } from './bitcoin-entrance.ts';
import type { CreditGame } from './credit-game.ts';
import { type Entrance, ownJobsEntrance } from './entrance.ts';
import { fuzzHeader, type FuzzedDialect } from './fuzz-header.ts';
import { fuzzSessions } from './fuzz-session.ts';
import { playedHeaders } from './header-kit.ts';
import { playedKaspa, playedKaspaWords } from './kaspa-kit.ts';
import { OwnJobsCreditGame } from './own-jobs-credit-game.ts';
import { playedEthereumStratum, playedPlainStratum } from './played-ethereum-stratum.ts';
import { playedEthproxy } from './played-ethproxy.ts';
import { playedIronfish } from './played-ironfish.ts';
import { playedKawpow } from './played-kawpow.ts';
import { playedBlocks, playedMonero } from './played-monero.ts';
import { playedZcash } from './played-zcash.ts';

/** A dialect as every suite of entrances plays it. */
export interface EntranceRow {
  readonly name: string;
  /** Algorithms whose ports speak it. */
  readonly algorithms: readonly string[];
  /** Real programs whose recordings the suite of the dialect replays; none where there are none. */
  readonly recorded: readonly string[];
  readonly open: () => Entrance;
  readonly game: (seed: number) => CreditGame;
  /** Whether a line answers a message. */
  readonly isAnswer: (line: Readonly<Record<string, unknown>>) => boolean;
  /** Answers how many lines were said and how many shares were counted. */
  readonly fuzz: (seconds: number) => { readonly lines: number; readonly counted: number };
}

function row(
  spoken: FuzzedDialect,
  algorithms: readonly string[],
  recorded: readonly string[] = [],
): EntranceRow {
  return {
    name: spoken.name,
    algorithms,
    recorded,
    open: () => ownJobsEntrance(spoken),
    game: (seed) => new OwnJobsCreditGame(spoken, seed),
    isAnswer: (line) => spoken.isAnswer(line),
    fuzz: (seconds) => fuzzHeader(spoken, seconds),
  };
}

function bitcoinRow(
  name: string,
  verifiesLater: boolean,
  more: Pick<EntranceRow, 'algorithms' | 'recorded'>,
): EntranceRow {
  return {
    name,
    ...more,
    open: () => bitcoinEntrance(verifiesLater),
    game: (seed) => new BitcoinCreditGame(seed),
    isAnswer: (line) => !('method' in line),
    fuzz: fuzzSessions,
  };
}

const algorithmOf: Readonly<Record<string, string>> = {
  ergo: 'autolykos',
  nexa: 'nexapow',
  alephium: 'blake3',
  conflux: 'octopus',
  xelis: 'xelishash',
  beam: 'beamhash',
  ironfish: 'fishhash',
};
const ethash = ['ethash', 'etchash'];

/** One row for each dialect, and for each form that a dialect has for some of its programs. */
export const entrances: readonly EntranceRow[] = [
  bitcoinRow('bitcoin', false, { algorithms: ['sha256'], recorded: ['minerd', 'cpuminer-opt'] }),
  bitcoinRow('bitcoin, verified later', true, {
    algorithms: ['scrypt', 'ghostrider'],
    recorded: ['minerd', 'cpuminer-multi', 'cpuminer-opt', 'xmrig'],
  }),
  row(playedKawpow, ['kawpow'], ['xmrig']),
  row(playedZcash, ['equihash'], ['nheqminer']),
  row(playedEthproxy, ethash, ['ethminer']),
  row(playedEthereumStratum, ethash, ['ethminer']),
  row(playedPlainStratum, ethash, ['ethminer']),
  row(playedMonero, ['randomx'], ['xmrig']),
  row(playedBlocks, ['randomx']),
  row(playedKaspa, ['kheavyhash', 'karlsenhash']),
  row(playedKaspaWords, ['kheavyhash', 'karlsenhash']),
  ...playedHeaders.map((spoken) => row(spoken, [algorithmOf[spoken.name] ?? ''])),
  row(playedIronfish(1), ['fishhash']),
  row(playedIronfish(2), ['fishhash']),
];
