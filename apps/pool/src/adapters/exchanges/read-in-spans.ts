/** Seconds since 1970, both ends among them. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SpanList<T> {
  /** One answer. */
  readonly ask: (span: Span) => Promise<readonly T[]>;
  /** How many a venue answers at most, without a word of what it leaves out: where it answers as many, some may be missing. */
  readonly max: number;
  /** The longest span that it answers whole, s, above one; without it, any. */
  readonly spanMax?: number;
}

/** How far the clock of a venue may be from ours, before or after, ms. */
export const clockMarginMs = 3_600_000;
/** How many questions a list may take. */
const questionsMax = 64;

/** From an instant until now, ms by our clock, as wide as the clocks may be apart. */
export function spanSince(since: number, now: number): Span {
  const start = Math.max(0, Math.floor((since - clockMarginMs) / 1000));
  return { start, end: Math.max(start, Math.ceil((now + clockMarginMs) / 1000)) };
}

interface Item {
  readonly exchangeId: string;
  readonly at: number;
}

/**
 * All of a list in a span, each thing once by the venue's id, in no order. What is newest is asked for last. Rejects where a part may be missing,
 * where one id would stand for two things, and where it would take too many questions.
 */
export async function readInSpans<T extends Item>(
  { ask, max, spanMax = Number.POSITIVE_INFINITY }: SpanList<T>,
  whole: Span,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  const open = [whole];
  for (let questions = 0; ; ) {
    const span = open.pop();
    if (span === undefined) return [...found.values()];
    const { start, end } = span;
    if (end - start > spanMax) {
      // A second is in both: a venue may leave out what lies at an end.
      open.push({ start: start + spanMax - 1, end }, { start, end: start + spanMax });
      continue;
    }
    if (questions >= questionsMax) throw new Error(`it takes more than ${questionsMax} questions`);
    questions += 1;
    const answer = await ask(span);
    if (answer.length < max) addAll(found, answer);
    else if (end - start < 3) throw new Error(`${max} answers or more: a part may be missing`);
    else {
      // Here as well.
      const middle = Math.floor((start + end) / 2);
      open.push({ start: middle, end }, { start, end: middle + 1 });
    }
  }
}

/** Takes over what was answered. Two spans share a second, so two answers may have the same thing; one answer has it once. */
function addAll<T extends Item>(found: Map<string, T>, answer: readonly T[]): void {
  const inAnswer = new Set<string>();
  for (const each of answer) {
    const { exchangeId: id, at } = each;
    if (typeof id !== 'string' || id === '') throw new TypeError('an item has no id');
    const earlier = found.get(id);
    if (inAnswer.has(id) || (earlier !== undefined && earlier.at !== at))
      throw new Error(`two items are called ${id.slice(0, 60)}`);
    inAnswer.add(id);
    found.set(id, each);
  }
}
