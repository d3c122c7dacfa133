/**
 * Looks for texts on which a regular expression takes more than linear time. Every decision compares the pattern with itself on a
 * longer text, so that a slow machine changes nothing; only candidates are chosen by the clock.
 */

/** A text that grows: `prefix`, a unit again and again, and an end that makes the match fail late. */
interface Attack {
  readonly prefix: string;
  readonly unit: string;
  readonly end: string;
}

export interface SuperLinear {
  readonly attack: Attack;
  /** How much longer four times the text takes; 4 is linear, 16 is quadratic. */
  readonly ratio: number;
}

/** Long enough that a quadratic pattern takes milliseconds, and a linear one some microseconds. */
const screenLength = 16_000;
const suspiciousMs = 0.3;
/** Between linear (4) and quadratic (16), on a logarithmic scale. */
const ratioMax = 8;
const alphabetMax = 14;

/** The attack under which a pattern grows faster than its text; undefined where none was found. `isWhole` tries all pairs of letters on all. */
export function findSuperLinear(source: string, flags: string, isWhole = true): SuperLinear | undefined {
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  for (const attack of attacksOn(source, isWhole)) {
    // Exponential patterns never come back from a long text, and quadratic ones take seconds for it: it grows step by step.
    let seemsLinear = false;
    for (const length of [16, 20, 24, 32, 64, 250, 1000, 2000, 4000, screenLength]) {
      // What is linear from a thousand letters on is so a little above them: the longest text is left to look at.
      if (seemsLinear && length < screenLength) continue;
      const text = textOf(attack, length);
      // To ask for the processor's time takes longer than most matches: what is done at once by the clock on the wall has not taken more of it.
      if (wallMsOf(pattern, text) <= suspiciousMs) continue;
      const ms = timeOf(pattern, text, 1);
      if (ms <= suspiciousMs) continue;
      const ratio = growthOf(pattern, attack, length);
      if (ratio > ratioMax) return { attack, ratio };
      if (ms > 50) break;
      seemsLinear = length >= 1000;
    }
  }
  return undefined;
}

/**
 * How many looks at its growth accuse a pattern, and how many clear it: fewer, for there are hundreds of attacks on each. A machine
 * that does something else makes one look longer or shorter, not most.
 */
const looksToAccuse = 5;
const looksToClear = 3;

/** How much longer a longer text takes, by most looks. */
function growthOf(pattern: RegExp, attack: Attack, length: number): number {
  // A short text that already takes long is exponential: one more letter is enough there.
  const [short, long] = length < 64 ? [length / 2, length] : [length, 4 * length];
  const above: number[] = [];
  const below: number[] = [];
  while (above.length < looksToAccuse && below.length < looksToClear) {
    const before = timeOf(pattern, textOf(attack, short), 5);
    const after = timeOf(pattern, textOf(attack, long), 3);
    const ratio = after / Math.max(before, 0.001);
    (ratio > ratioMax ? above : below).push(ratio);
  }
  const decided = above.length === looksToAccuse ? above : below;
  return Math.min(...decided);
}

function wallMsOf(pattern: RegExp, text: string): number {
  const began = performance.now();
  pattern.exec(text);
  return performance.now() - began;
}

/** The shortest of some runs, in ms of processor time: what else the machine does does not count. */
function timeOf(pattern: RegExp, text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const began = process.cpuUsage();
    pattern.exec(text);
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const textOf = ({ prefix, unit, end }: Attack, length: number): string =>
  prefix + unit.repeat(Math.ceil(length / unit.length)) + end;

function* attacksOn(source: string, isWhole: boolean): Generator<Attack> {
  const letters = alphabetOf(source);
  const ends = ['\u0000', 'a ', ...letters.map((letter) => `${letter}\u0000`)];
  for (const unit of letters) {
    for (const end of ends) yield { prefix: '', unit, end };
    for (const prefix of wordsOf(source)) yield { prefix, unit, end: '\u0000' };
  }
  // Two letters in turn go round only where a group is repeated.
  if (isWhole || /\)[*+{]/.test(source))
    for (const a of letters)
      for (const b of letters) if (a !== b) yield { prefix: '', unit: a + b, end: '\u0000' };
  for (const unit of wordsOf(source)) yield { prefix: '', unit, end: '\u0000' };
}

/** Letters that the pattern knows, and one of each class of letters. */
function alphabetOf(source: string): readonly string[] {
  const plain = source.replace(/\\[a-zA-Z]|\\u\{?[0-9a-f]+\}?/gi, '');
  const classes = [
    [/\\s/, ' '],
    [/\\d|0-9/, '0'],
    [/\\[wS]|a-z|\\p/, 'a'],
    [/\\W|\\D|\[\^|\./, '!'],
    [/A-Z/, 'A'],
    [/\\n|\\r|\\s/, '\n'],
  ] as const;
  const ofClasses = classes.filter(([name]) => name.test(source)).map(([, letter]) => letter);
  return [...new Set([...ofClasses, ...plain.replace(/[\\^$.*+?()[\]{}|]/g, '').split('')])].slice(
    0,
    alphabetMax,
  );
}

/** The plain texts of a pattern: what a run has to begin with before the slow part is reached. */
function wordsOf(source: string): readonly string[] {
  return [...new Set(source.replace(/\\([^a-zA-Z])/g, '$1').match(/[\w<>/="'-]{2,}/g))].slice(0, 4);
}
