/** Why an upstream refused a share. */
export type UpstreamRefusal = 'stale' | 'duplicate' | 'low-difficulty' | 'unauthorized' | 'other';

const byCode = new Map<unknown, UpstreamRefusal>([
  [21, 'stale'],
  [22, 'duplicate'],
  [23, 'low-difficulty'],
  [24, 'unauthorized'],
  [25, 'unauthorized'],
]);

/** Sentences say what codes mean, of which pools have lists of their own (Alephium's calls a duplicate 24); the first that fits counts. */
const bySentence: readonly (readonly [RegExp, UpstreamRefusal])[] = [
  [/duplicate/i, 'duplicate'],
  [/stale|expired|(?:job|work) not found|(?:invalid|unknown|missing) job|block expired/i, 'stale'],
  [/low.?diff|difficulty|above target/i, 'low-difficulty'],
  [/unauth|not subscribed|banned|login first|forbidden/i, 'unauthorized'],
];

const textMax = 200;

/** What is in the `error` of an answer, or in a `result` that refuses: `[code, text]`, `{code, message}` or a text. */
export function readRefusal(error: unknown): { readonly why: UpstreamRefusal; readonly text: string } {
  const [code, sentence] = partsOf(error);
  const text = typeof sentence === 'string' ? plainText(sentence) : '';
  const why = bySentence.find(([pattern]) => pattern.test(text))?.[1] ?? byCode.get(code) ?? 'other';
  return { why, text };
}

function partsOf(error: unknown): readonly [unknown, unknown] {
  if (Array.isArray(error)) return [error[0], error[1]];
  if (typeof error !== 'object' || error === null) return [undefined, error];
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return [code, message];
}

/** A stranger's sentence as a log can have it: characters of ASCII that can be printed, and not many. */
export function plainText(text: string): string {
  return text.slice(0, textMax).replaceAll(/[^\x20-\x7e]/g, '?');
}
