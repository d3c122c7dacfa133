import type { AddressValidators } from './address-validator.ts';
import type { CoinRules } from './coin-rules.ts';
import { type AddressOutcome, judgeAddress } from './judge-address.ts';
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
  /** Who listens on a port of this pool; undefined for nobody. */
  findPort(port: number): { readonly algorithm: string; readonly tls: boolean } | undefined;
}

export type FieldName = 'scheme' | 'host' | 'port' | 'coin' | 'address' | 'memo' | 'worker' | 'code';

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
  | { readonly kind: 'no-coin' }
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
  | { readonly kind: 'tls-on-tcp-port'; readonly port: number }
  | { readonly kind: 'tcp-on-tls-port'; readonly port: number };

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
  const server = readServer(trimmed);
  const user = readUser(trimmed);
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

const nothing: Pick<Diagnosis, 'fields' | 'mistakes'> = { fields: [], mistakes: [] };

interface Server {
  readonly scheme: string | null;
  readonly host: string;
  readonly port: number;
}

const tlsSchemes = /^(?:stratum\d?\+)?(?:ssl|tls|stratums)$/i;

/** `scheme://[user@]host:port`, else the option that names a server. */
function readServer(text: string): Server | null {
  const url = /([a-z][a-z0-9+]{1,20}):\/\/(?:[^\s"'@]{0,600}@)?([a-z0-9.-]{1,253}):(\d{1,5})/i.exec(text);
  if (url !== null) return { scheme: url[1] ?? null, host: url[2] ?? '', port: Number(url[3]) };
  const option =
    /(?:^|\s)(?:-o|-s|--url|--server|--pool|--proxy)[\s=]["']?([a-z0-9.-]{1,253}):(\d{1,5})/i.exec(text);
  return option === null ? null : { scheme: null, host: option[1] ?? '', port: Number(option[2]) };
}

function judgeServer(server: Server, rules: DoctorRules, algorithm: string | null) {
  const { scheme, host, port } = server;
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
  if (scheme !== null) {
    const isTls = tlsSchemes.test(scheme);
    if (isTls && !found.tls) mistakes.push({ kind: 'tls-on-tcp-port', port });
    if (!isTls && found.tls) mistakes.push({ kind: 'tcp-on-tls-port', port });
  }
  return { fields, mistakes };
}

/** What stands behind the option for the user, in a URL before the host, or all of a text that is no command. */
function readUser(text: string): string | null {
  if (text === '') return null;
  const option = /(?:^|\s)(?:-u|--user|--wallet|-wal)[\s=]+(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(text);
  if (option !== null) return option[1] ?? option[2] ?? option[3] ?? null;
  const inUrl = /:\/\/([^\s"'@]{1,600})@/.exec(text);
  if (inUrl !== null) return (inUrl[1] ?? '').replaceAll('%40', '@');
  return /:\/\/|(?:^|\s)-{1,2}[a-z]/i.test(text) ? null : text;
}

function judgeUser(user: string, rules: DoctorRules): Diagnosis {
  if (user.length > userStringLengthMax) {
    return { fields: [], mistakes: [{ kind: 'too-long', max: userStringLengthMax }], account: null };
  }
  const mistakes: ConnectionMistake[] = [];
  if (/\s/.test(user.trim())) mistakes.push({ kind: 'whitespace' });
  const compact = user.replaceAll(/\s/g, '');
  const fields: ConnectionField[] = [];
  const done = (account: Diagnosis['account'] = null): Diagnosis => ({ fields, mistakes, account });

  const [head = '', ...codes] = compact.split(/#|\?ref=/i);
  const [, symbol = '', separator = '', rest = ''] =
    /^([A-Za-z0-9]{1,16})([^A-Za-z0-9])(.*)$/.exec(head) ?? [];
  const known = rules.findCoin(symbol.toUpperCase());
  if (separator === '' || (separator !== ':' && known === undefined)) {
    mistakes.push({ kind: 'no-coin' });
    return done();
  }
  if (separator !== ':') {
    mistakes.push({ kind: 'wrong-separator', found: separator, mended: `${symbol.toUpperCase()}:${rest}` });
  }
  fields.push({ name: 'coin', text: symbol });
  if (symbol !== symbol.toUpperCase()) {
    mistakes.push({ kind: 'lower-case-coin', mended: symbol.toUpperCase() });
  }
  if (known === undefined) {
    mistakes.push({ kind: 'unknown-coin', coin: symbol.toUpperCase() });
    return done();
  }
  if (known.delisted) mistakes.push({ kind: 'delisted-coin', coin: known.symbol });

  const dot = rest.lastIndexOf('.');
  const whole = judgeAddress(known, rest, rules.validators);
  // An address may hold a dot itself: what is right as it stands has no worker.
  const [identity, worker] =
    dot < 0 || whole.kind === 'valid' ? [rest, ''] : [rest.slice(0, dot), rest.slice(dot + 1)];
  const outcome = identity === rest ? whole : judgeAddress(known, identity, rules.validators);
  if (outcome.kind === 'valid') {
    fields.push({ name: 'address', text: outcome.address });
    if (outcome.memo !== null) fields.push({ name: 'memo', text: outcome.memo });
    const chain = known.chains.find(({ network }) => network === outcome.network);
    if (outcome.memo === null && typeof chain?.regexMemo === 'string') {
      mistakes.push({ kind: 'no-memo', coin: known.symbol });
    }
  } else {
    fields.push({ name: 'address', text: identity });
    const fits = rules.coinsOfAddress(identity).filter((coin) => coin !== known.symbol);
    if (outcome.kind === 'no-network-matches' && fits.length > 0) {
      mistakes.push({ kind: 'other-coins-address', coin: known.symbol, fits });
    } else mistakes.push({ kind: 'bad-address', coin: known.symbol, outcome });
  }

  if (worker === '') mistakes.push({ kind: 'no-worker' });
  else {
    fields.push({ name: 'worker', text: worker });
    if (judgeWorkerName(worker).kind !== 'valid') mistakes.push({ kind: 'bad-worker', worker });
  }
  for (const code of codes) {
    fields.push({ name: 'code', text: code });
    if (judgeReferralCode(code).kind !== 'valid') mistakes.push({ kind: 'bad-code', code });
  }
  return done({ coin: known.symbol, address: identity });
}
