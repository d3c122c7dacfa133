import type { CoinRules } from './coin-rules.ts';
import {
  type ConnectionField,
  type ConnectionMistake,
  type DoctorRules,
  type Findings,
  isNote,
} from './connection-mistakes.ts';
import { diagnoseServer } from './diagnose-server.ts';
import { notPaidHere } from './paid-here.ts';
import { judgeAddress } from './judge-address.ts';
import type { ProgramFacts } from './mining-program.ts';
import { isMiningKey } from './mining-key.ts';
import { readCommands } from './read-command.ts';
import type { ReadCommand } from './mining-command.ts';
import { sandboxClient } from './read-sandbox-command.ts';
import { nameSecondOptions } from './second-options.ts';
import { judgeReferralCode } from './referral-code.ts';
import { cutAtColon, decodes } from './user-in-url.ts';
import { parseUserString, userStringLengthMax } from './user-string.ts';
import { judgeWorkerName } from './worker-name.ts';

export interface Diagnosis extends CommandDiagnosis {
  /** The same of the second algorithm, where a command mines two at once; null elsewhere. */
  readonly second: CommandDiagnosis | null;
}

/** Of a user string, or of a command as far as it mines one algorithm. */
export interface CommandDiagnosis {
  readonly fields: readonly ConnectionField[];
  /** What the pool, or the program, refuses. */
  readonly mistakes: readonly ConnectionMistake[];
  /** What they take, although it could be better. */
  readonly notes: readonly ConnectionMistake[];
  /** Whether it is a command of a program that we do not know, so that its options could not be checked. */
  readonly isUnknownProgram: boolean;
  /** Where the address is right: how the pool is asked about it. */
  readonly miner: { readonly coin: string; readonly address: string } | null;
}

/** A command is never longer than this. */
const commandLengthMax = 4096;

/**
 * Takes a user string or a whole mining command apart and names every mistake. `asked` is the catalogue's code of what is
 * mined, for a command that does not say it. Pure; never throws.
 */
export function diagnoseConnection(text: string, rules: DoctorRules, asked: string | null = null): Diagnosis {
  const trimmed = text.trim();
  if (trimmed.length > commandLengthMax) {
    return { ...nothing, mistakes: [{ kind: 'too-long', max: commandLengthMax }] };
  }
  const [command, besides] = readCommands(trimmed);
  const first = diagnoseCommand(command, rules, asked);
  if (besides === undefined) return { ...first, second: null };
  const judged = diagnoseCommand(besides, rules, null);
  const second = { ...judged, mistakes: nameSecondOptions(judged.mistakes, besides.asSecond) };
  return { ...onlyElsewhere(first, second), second: onlyElsewhere(second, first) };
}

function diagnoseCommand(command: ReadCommand, rules: DoctorRules, asked: string | null): CommandDiagnosis {
  const program = findProgram(command, rules);
  const server = diagnoseServer(command, program, rules, asked);
  const login = diagnoseLogin(command, program, rules);
  const [notes, mistakes] = [true, false].map((noted) => [
    ...server.mistakes.filter((mistake) => isNote(mistake) === noted),
    ...login.mistakes.filter((mistake) => (login.isAccepted || isNote(mistake)) === noted),
  ]);
  return {
    fields: [...server.fields, ...login.fields],
    mistakes: mistakes ?? [],
    notes: notes ?? [],
    isUnknownProgram: command.names.length > 0 && program === undefined,
    miner: login.miner,
  };
}

const nothing: Diagnosis = {
  fields: [],
  mistakes: [],
  notes: [],
  isUnknownProgram: false,
  miner: null,
  second: null,
};

/** One algorithm may be mined at another pool while the other one is mined here: that pool has rules of its own. */
function onlyElsewhere(half: CommandDiagnosis, other: CommandDiagnosis): CommandDiagnosis {
  const away = half.mistakes.filter(isElsewhere);
  return away.length === 0 || other.mistakes.some(isElsewhere)
    ? half
    : { ...half, mistakes: away, notes: [], miner: null };
}

const isElsewhere = ({ kind }: ConnectionMistake) => kind === 'other-host';

function findProgram({ names }: ReadCommand, rules: DoctorRules): ProgramFacts | undefined {
  return names
    .map((name) => (name === sandboxClient.name ? sandboxClient : rules.findProgram(name)))
    .find((found) => found !== undefined);
}

interface LoginDiagnosis extends UserDiagnosis {
  /** Whether the pool lets it in as it stands: what is said of it then is a note. */
  readonly isAccepted: boolean;
}

function diagnoseLogin(
  { user: read, userPassword, userInUrl, namesWorker, names }: ReadCommand,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
): LoginDiagnosis {
  const none = { fields: [], miner: null, isAccepted: false };
  // Such a program decodes nothing of its URL.
  const inUrl = program?.cutsUserInUrl === true ? userInUrl : null;
  const user = inUrl ?? read;
  const joined = userPassword ?? inUrl;
  if (joined?.includes(':') === true) {
    const [cut = ''] = joined.split(':', 1);
    return { ...none, mistakes: [{ kind: 'user-password', user: cut }] };
  }
  if (user === null) return { ...none, mistakes: [{ kind: 'no-user' }] };
  const cut = userInUrl !== null && names.some((name) => decodes.has(name)) ? cutAtColon(userInUrl) : null;
  if (cut !== null) return { ...none, mistakes: [{ kind: 'colon-in-url', ...cut }] };
  const { kind } = parseUserString(user, rules);
  const isAccepted = kind === 'login' || kind === 'mining-key';
  const judged = judgeUser(user, rules);
  // The pool has the last word: what it refuses is never called sound.
  const isUnexplained = !isAccepted && judged.mistakes.every(isNote);
  const mistakes = isUnexplained ? [...judged.mistakes, noCoin(user, rules)] : judged.mistakes;
  return {
    ...judged,
    mistakes: namesWorker ? mistakes.filter(({ kind }) => kind !== 'no-worker') : mistakes,
    isAccepted,
  };
}

interface UserDiagnosis extends Findings {
  readonly miner: Diagnosis['miner'];
}

function judgeUser(user: string, rules: DoctorRules): UserDiagnosis {
  if (user.length > userStringLengthMax) {
    return { fields: [], mistakes: [{ kind: 'too-long', max: userStringLengthMax }], miner: null };
  }
  const [head = '', ...codes] = user.trim().split(/#|\?ref=/i);
  if (looksLikeKey.test(head) && !head.includes(':')) return judgeKeyLogin(head, codes);
  const [, symbol = '', signs = '', typed = ''] =
    /^([A-Z0-9]{1,16})(\s*(?:%3A|[^A-Z0-9\s])\s*|\s+)(.*)$/is.exec(head) ?? [];
  const known = rules.findCoin(symbol.toUpperCase());
  const sign = compact(signs) || ' ';
  const spaced = (text: string): ConnectionMistake[] => (/\s/.test(text) ? [{ kind: 'whitespace' }] : []);
  if (signs === '' || (sign !== ':' && known === undefined)) {
    return { fields: [], mistakes: [...spaced(user.trim()), noCoin(user, rules)], miner: null };
  }
  const login = known === undefined ? null : readLogin(known, typed, rules);
  const rest = login?.text ?? compact(typed);
  // A space in the place of a sign is that sign's mistake.
  const mistakes = [
    ...spaced((sign === ' ' ? '' : signs) + (login?.found === ' ' ? '' : typed) + codes.join('')),
  ];
  const coin = symbol.toUpperCase();
  const corrected = [`${coin}:${rest}`, ...codes.map(compact)].join('#');
  if (sign !== ':') mistakes.push({ kind: 'wrong-separator', found: sign, corrected });
  const fields: ConnectionField[] = [{ name: 'coin', text: symbol }];
  if (symbol !== coin) mistakes.push({ kind: 'lower-case-coin', corrected: coin });
  if (known === undefined || login === null) {
    mistakes.push({ kind: 'unknown-coin', coin });
    return { fields, mistakes, miner: null };
  }
  if (login.found !== null) {
    mistakes.push({ kind: 'wrong-worker-separator', found: login.found, corrected });
  }
  if (known.delisted) mistakes.push({ kind: 'delisted-coin', coin: known.symbol });
  const parts = [judgeIdentity(known, login, rules), judgeWorker(login.worker), ...codes.map(judgeCode)];
  return {
    fields: [...fields, ...parts.flatMap((part) => part.fields)],
    mistakes: [...mistakes, ...parts.flatMap((part) => part.mistakes)],
    miner: { coin: known.symbol, address: login.identity },
  };
}

/** What is shorter is a name, and a name fits the coins that have accounts in place of addresses. */
const addressLengthMin = 20;

/** A login without a coin is often an address alone, perhaps with its worker. */
function noCoin(user: string, rules: DoctorRules): ConnectionMistake {
  const [head = '', ...codes] = compact(user).split(/#|\?ref=/i);
  const [identity] = cutWorker(head);
  for (const address of [head, identity]) {
    if (address.length < addressLengthMin) continue;
    const fits = rules.coinsOfAddress(address);
    const [coin] = fits;
    if (coin === undefined) continue;
    const worker = address === head ? '.rig1' : head.slice(address.length);
    return { kind: 'no-coin', fits, corrected: [`${coin}:${address}${worker}`, ...codes].join('#') };
  }
  return { kind: 'no-coin', fits: [], corrected: null };
}

/** A Mining Key, or what was meant for one. */
const looksLikeKey = /^k-[a-z0-9]{8,40}(?:\s*\.|\s*$)/i;

/** A Mining Key stands in for coin and address; which, only the pool knows. */
function judgeKeyLogin(head: string, codes: readonly string[]): UserDiagnosis {
  const [key, worker] = cutWorker(compact(head));
  const parts = [judgeWorker(worker), ...codes.map(judgeCode)];
  const spaced: ConnectionMistake[] = /\s/.test(head + codes.join('')) ? [{ kind: 'whitespace' }] : [];
  const bad: ConnectionMistake[] = isMiningKey(key) ? [] : [{ kind: 'bad-key' }];
  return {
    fields: [{ name: 'Mining Key', text: key }, ...parts.flatMap((part) => part.fields)],
    mistakes: [...spaced, ...bad, ...parts.flatMap((part) => part.mistakes)],
    miner: null,
  };
}

interface Login {
  /** `ADDRESS[:MEMO]` and its worker as they should stand, with nothing between them but a dot. */
  readonly text: string;
  readonly identity: string;
  /** Empty where there is none. */
  readonly worker: string;
  /** What stands where the dot belongs; null where the dot stands. */
  readonly found: string | null;
}

/** Where the address ends and the worker begins. */
function readLogin(coin: CoinRules, typed: string, rules: DoctorRules): Login {
  const isValid = (text: string) => judgeAddress(coin, text, rules.validators).kind === 'valid';
  const text = compact(typed);
  const [identity, worker] = cutWorker(text);
  if (isValid(identity)) return { text, identity, worker, found: null };
  // An address may hold a dot itself: what is right as it stands has no worker.
  if (isValid(text)) return { text, identity: text, worker: '', found: null };
  for (const { 0: signs, index } of typed.matchAll(/[\s/,;|_-]+/g)) {
    const before = compact(typed.slice(0, index));
    const after = typed.slice(index + signs.length);
    if (judgeWorkerName(after).kind === 'valid' && isValid(before)) {
      return { text: `${before}.${after}`, identity: before, worker: after, found: compact(signs) || ' ' };
    }
  }
  return { text, identity, worker, found: null };
}

/** The worker stands after the last dot. */
function cutWorker(text: string): readonly [identity: string, worker: string] {
  const dot = text.lastIndexOf('.');
  return dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

function judgeIdentity(coin: CoinRules, { identity }: Login, rules: DoctorRules): Findings {
  const outcome = judgeAddress(coin, identity, rules.validators);
  if (outcome.kind !== 'valid') {
    const fits = rules.coinsOfAddress(identity).filter((other) => other !== coin.symbol);
    const isOthers = outcome.kind === 'no-network-matches' && fits.length > 0;
    return {
      fields: [{ name: 'address', text: identity }],
      mistakes: [
        isOthers
          ? { kind: 'other-coins-address', coin: coin.symbol, fits }
          : { kind: 'bad-address', coin: coin.symbol, outcome },
      ],
    };
  }
  const { address, memo, network } = outcome;
  const chain = coin.chains.find((each) => each.network === network);
  const needsMemo = memo === null && typeof chain?.regexMemo === 'string';
  return {
    fields: [
      { name: 'address', text: address },
      ...(memo === null ? [] : [{ name: 'memo', text: memo } as const]),
    ],
    mistakes: [
      ...notPaidHere(coin, network, rules.paysHere),
      ...(needsMemo ? [{ kind: 'no-memo', coin: coin.symbol } as const] : []),
    ],
  };
}

function judgeWorker(worker: string): Findings {
  if (worker === '') return { fields: [], mistakes: [{ kind: 'no-worker' }] };
  const isValid = judgeWorkerName(worker).kind === 'valid';
  return {
    fields: [{ name: 'worker', text: worker }],
    mistakes: isValid ? [] : [{ kind: 'bad-worker', worker }],
  };
}

function judgeCode(typed: string): Findings {
  const referralCode = compact(typed);
  const isValid = judgeReferralCode(referralCode).kind === 'valid';
  return {
    fields: [{ name: 'code', text: referralCode }],
    mistakes: isValid ? [] : [{ kind: 'bad-code', referralCode }],
  };
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}
