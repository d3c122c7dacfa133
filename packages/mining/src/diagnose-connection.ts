import type { AddressValidators } from './address-validator.ts';
import type { CoinRules } from './coin-rules.ts';
import { type AddressOutcome, judgeAddress } from './judge-address.ts';
import { isMiningKey } from './mining-key.ts';
import { type CommandServer, readCommand } from './read-command.ts';
import { judgeReferralCode } from './referral-code.ts';
import { userStringLengthMax } from './user-string.ts';
import { judgeWorkerName } from './worker-name.ts';

/** What the doctor looks things up in. */
export interface DoctorRules {
  /** Asked with an upper-case symbol. */
  findCoin(symbol: string): CoinRules | undefined;
  readonly validators: AddressValidators;
  /** Other coins whose addresses look like this one, most likely first. */
  coinsOfAddress(address: string): readonly string[];
  /** Whose port of this pool it is; undefined for nobody's. */
  findPort(port: number): PoolPort | undefined;
}

export interface PoolPort {
  readonly algorithm: string;
  readonly tls: boolean;
  /** Whether anybody listens there. */
  readonly open: boolean;
}

export type FieldName =
  | 'scheme'
  | 'host'
  | 'port'
  | 'Mining Key'
  | 'coin'
  | 'address'
  | 'memo'
  | 'worker'
  | 'code';

export interface ConnectionField {
  readonly name: FieldName;
  readonly text: string;
}

/** A mistake; the page owns its sentence. */
export type ConnectionMistake =
  | { readonly kind: 'no-user' }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'whitespace' }
  /** `found` stands where a colon belongs. */
  | { readonly kind: 'wrong-separator'; readonly found: string; readonly mended: string }
  /** `found` stands where the dot in front of the worker belongs. */
  | { readonly kind: 'wrong-worker-separator'; readonly found: string; readonly mended: string }
  | { readonly kind: 'no-coin' }
  | { readonly kind: 'bad-key' }
  | { readonly kind: 'lower-case-coin'; readonly mended: string }
  | { readonly kind: 'unknown-coin'; readonly coin: string }
  | { readonly kind: 'delisted-coin'; readonly coin: string }
  | { readonly kind: 'other-coins-address'; readonly coin: string; readonly fits: readonly string[] }
  | {
      readonly kind: 'bad-address';
      readonly coin: string;
      readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }>;
    }
  /** The network takes one; an exchange needs it. */
  | { readonly kind: 'no-memo'; readonly coin: string }
  | { readonly kind: 'no-worker' }
  | { readonly kind: 'bad-worker'; readonly worker: string }
  | { readonly kind: 'bad-code'; readonly code: string }
  | { readonly kind: 'unknown-port'; readonly port: number }
  | {
      readonly kind: 'other-algorithms-port';
      readonly port: number;
      readonly portOf: string;
      readonly wanted: string;
    }
  /** The port of an algorithm that is not mined here now. */
  | { readonly kind: 'closed-port'; readonly port: number; readonly portOf: string }
  | { readonly kind: 'tls-on-tcp-port'; readonly port: number; readonly by: 'scheme' | 'switch' }
  | { readonly kind: 'tcp-on-tls-port'; readonly port: number; readonly by: 'scheme' | 'switch' };

export interface Diagnosis {
  readonly fields: readonly ConnectionField[];
  readonly mistakes: readonly ConnectionMistake[];
  /** Where the address is right: how the pool is asked about it. */
  readonly account: { readonly coin: string; readonly address: string } | null;
}

/** A command is never longer than this. */
const commandLengthMax = 4096;

/**
 * Takes a user string or a whole mining command apart and names every mistake. `algorithm` is the catalogue's code of
 * what the command mines, where that is known. Pure; never throws.
 */
export function diagnoseConnection(
  text: string,
  rules: DoctorRules,
  algorithm: string | null = null,
): Diagnosis {
  const trimmed = text.trim();
  if (trimmed.length > commandLengthMax) {
    return { fields: [], mistakes: [{ kind: 'too-long', max: commandLengthMax }], account: null };
  }
  const { server, user } = readCommand(trimmed);
  const connection = server === null ? nothing : judgeServer(server, rules, algorithm);
  if (user === null) {
    return { ...connection, mistakes: [...connection.mistakes, { kind: 'no-user' }], account: null };
  }
  const login = judgeUser(user, rules);
  return {
    fields: [...connection.fields, ...login.fields],
    mistakes: [...connection.mistakes, ...login.mistakes],
    account: login.account,
  };
}

const nothing: Findings = { fields: [], mistakes: [] };

function judgeServer(server: CommandServer, rules: DoctorRules, algorithm: string | null) {
  const { scheme, host, port, tls } = server;
  const fields: ConnectionField[] = [
    ...(scheme === null ? [] : [{ name: 'scheme', text: scheme } as const]),
    { name: 'host', text: host },
    { name: 'port', text: String(port) },
  ];
  const found = rules.findPort(port);
  if (found === undefined) return { fields, mistakes: [{ kind: 'unknown-port', port } as const] };
  const mistakes: ConnectionMistake[] = [];
  if (algorithm !== null && found.algorithm !== algorithm) {
    mistakes.push({ kind: 'other-algorithms-port', port, portOf: found.algorithm, wanted: algorithm });
  }
  if (!found.open) mistakes.push({ kind: 'closed-port', port, portOf: found.algorithm });
  if (tls.kind === 'asked' && !found.tls) mistakes.push({ kind: 'tls-on-tcp-port', port, by: tls.by });
  if (tls.kind === 'not-asked' && found.tls) mistakes.push({ kind: 'tcp-on-tls-port', port, by: tls.by });
  return { fields, mistakes };
}

function judgeUser(user: string, rules: DoctorRules): Diagnosis {
  if (user.length > userStringLengthMax) {
    return { fields: [], mistakes: [{ kind: 'too-long', max: userStringLengthMax }], account: null };
  }
  const [head = '', ...codes] = user.trim().split(/#|\?ref=/i);
  if (looksLikeKey.test(head)) return judgeKeyLogin(head, codes);
  const [, symbol = '', signs = '', typed = ''] =
    /^([A-Za-z0-9]{1,16})(\s*[^A-Za-z0-9\s]\s*|\s+)(.*)$/s.exec(head) ?? [];
  const known = rules.findCoin(symbol.toUpperCase());
  const sign = compact(signs) || ' ';
  const spaced = (text: string): ConnectionMistake[] => (/\s/.test(text) ? [{ kind: 'whitespace' }] : []);
  if (signs === '' || (sign !== ':' && known === undefined)) {
    return { fields: [], mistakes: [...spaced(user.trim()), { kind: 'no-coin' }], account: null };
  }
  const login = known === undefined ? null : readLogin(known, typed, rules);
  const rest = login?.text ?? compact(typed);
  // A space in the place of a sign is that sign's mistake.
  const mistakes = [
    ...spaced((sign === ' ' ? '' : signs) + (login?.found === ' ' ? '' : typed) + codes.join('')),
  ];
  const coin = symbol.toUpperCase();
  const mended = [`${coin}:${rest}`, ...codes.map(compact)].join('#');
  if (sign !== ':') mistakes.push({ kind: 'wrong-separator', found: sign, mended });
  const fields: ConnectionField[] = [{ name: 'coin', text: symbol }];
  if (symbol !== coin) mistakes.push({ kind: 'lower-case-coin', mended: coin });
  if (known === undefined || login === null) {
    mistakes.push({ kind: 'unknown-coin', coin });
    return { fields, mistakes, account: null };
  }
  if (login.found !== null) {
    mistakes.push({ kind: 'wrong-worker-separator', found: login.found, mended });
  }
  if (known.delisted) mistakes.push({ kind: 'delisted-coin', coin: known.symbol });
  const parts = [judgeIdentity(known, login, rules), judgeWorker(login.worker), ...codes.map(judgeCode)];
  return {
    fields: [...fields, ...parts.flatMap((part) => part.fields)],
    mistakes: [...mistakes, ...parts.flatMap((part) => part.mistakes)],
    account: { coin: known.symbol, address: login.identity },
  };
}

/** A Mining Key, or what was meant for one. */
const looksLikeKey = /^k-[a-z0-9]{8,40}(?:\s*\.|\s*$)/i;

/** A Mining Key stands in for coin and address; which, only the pool knows. */
function judgeKeyLogin(head: string, codes: readonly string[]): Diagnosis {
  const [key, worker] = cutWorker(compact(head));
  const parts = [judgeWorker(worker), ...codes.map(judgeCode)];
  const spaced: ConnectionMistake[] = /\s/.test(head + codes.join('')) ? [{ kind: 'whitespace' }] : [];
  const bad: ConnectionMistake[] = isMiningKey(key) ? [] : [{ kind: 'bad-key' }];
  return {
    fields: [{ name: 'Mining Key', text: key }, ...parts.flatMap((part) => part.fields)],
    mistakes: [...spaced, ...bad, ...parts.flatMap((part) => part.mistakes)],
    account: null,
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

type Findings = Pick<Diagnosis, 'fields' | 'mistakes'>;

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
    mistakes: needsMemo ? [{ kind: 'no-memo', coin: coin.symbol }] : [],
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
  const code = compact(typed);
  const isValid = judgeReferralCode(code).kind === 'valid';
  return { fields: [{ name: 'code', text: code }], mistakes: isValid ? [] : [{ kind: 'bad-code', code }] };
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}
