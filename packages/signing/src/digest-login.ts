/** What a node wants of a caller who logs in by digest (RFC 7616). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** The login may be right, and the challenge that it answered was not the newest. */
  readonly isStale: boolean;
}

/** Who logs in. */
export interface DigestUser {
  readonly user: string;
  readonly password: string;
}

export interface DigestAnswer {
  readonly method: string;
  /** Path and query of the call. */
  readonly uri: string;
  /** Answers to this challenge, this one counted in. */
  readonly count: number;
  /** A text that the node cannot foresee, without quotes. */
  readonly clientNonce: string;
}

/**
 * The first challenge that is understood here, which is MD5 with `qop=auth`, as monerod has it; undefined where there is none.
 *
 * @param headers each value of WWW-Authenticate
 */
export function readChallenge(headers: readonly string[]): DigestChallenge | undefined {
  for (const header of headers) {
    if (!/^digest\s/i.test(header)) continue;
    const reported = readParameters(header.slice('digest'.length));
    const [realm, nonce] = [reported.get('realm'), reported.get('nonce')];
    const hasAuth = (reported.get('qop') ?? '').split(',').some((qop) => qop.trim() === 'auth');
    if (realm === undefined || nonce === undefined || !hasAuth) continue;
    if ((reported.get('algorithm') ?? 'MD5').toUpperCase() !== 'MD5') continue;
    const isStale = reported.get('stale')?.toLowerCase() === 'true';
    return { realm, nonce, opaque: reported.get('opaque'), isStale };
  }
  return undefined;
}

/** `name=value` and `name="value"`, between commas; names in small letters. What is neither ends the reading. */
function readParameters(text: string): ReadonlyMap<string, string> {
  const reported = new Map<string, string>();
  let at = 0;
  for (;;) {
    while (text[at] === ' ' || text[at] === ',' || text[at] === '\t') at += 1;
    const equals = text.indexOf('=', at);
    if (equals < 0) return reported;
    const name = text.slice(at, equals).trim().toLowerCase();
    at = equals + 1;
    let value = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        value += text[at] ?? '';
      }
      at += 1;
    } else {
      const comma = text.indexOf(',', at);
      value = text.slice(at, comma < 0 ? undefined : comma).trim();
      at = comma < 0 ? text.length : comma;
    }
    reported.set(name, value);
  }
}

/**
 * The value of Authorization that answers a challenge.
 *
 * @param md5 of a text, in lower-case hex
 */
export function answerChallenge(
  { realm, nonce, opaque }: DigestChallenge,
  { user, password }: DigestUser,
  { method, uri, count, clientNonce }: DigestAnswer,
  md5: (text: string) => string,
): string {
  const nc = count.toString(16).padStart(8, '0');
  const owner = md5(`${user}:${realm}:${password}`);
  const response = md5(`${owner}:${nonce}:${nc}:${clientNonce}:auth:${md5(`${method}:${uri}`)}`);
  const parts = [
    `username=${quote(user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    'algorithm=MD5',
    'qop=auth',
    `nc=${nc}`,
    `cnonce="${clientNonce}"`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ];
  return `Digest ${parts.join(', ')}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
