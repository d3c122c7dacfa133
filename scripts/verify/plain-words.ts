import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Words that hide who acts, or that this code base once used in a sense of its own, with what to write instead. */
const wordsOfPeople: readonly (readonly [RegExp, string])[] = [
  [/\bwho(?:m)?ever\b/i, 'who acts: the caller, the process, the miner'],
  [/\b(?:no|some|any)body\b/i, 'who acts, or “no account”, “anyone”'],
  [/\bso many\b(?! that)/i, 'the name of the number'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate'],
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, or repair'],
];

const wordsOfComments: readonly (readonly [RegExp, string])[] = [
  ...wordsOfPeople,
  [/\b(?:the|its|own|sound) books\b/i, 'ledger, or database'],
  [/\bdoubts?\b/i, 'payout block, or uncertain'],
  [/\bdesk\b/i, 'operations, or conversion'],
  [/\bcrowd(?:s|ed)?\b/i, 'connections, or their limit'],
  [/\bdoors?\b/i, 'admission, or entry point'],
  [/\bborne\b|\bbears? out\b/i, 'paid or written off, or confirms'],
  [/\bastray\b|\bovertaken\b|\bunheard\b/i, 'mismatch, superseded, unacknowledged'],
  [/\bspool(?:s|ed)?\b|\btally\b/i, 'write-ahead log, accumulator'],
  [/\bminer['’]s accounts?\b/i, 'miner, or ledger account'],
];

/** Parts of names, between capitals, underscores and hyphens. */
const partsOfNames = new Map([
  ['doubt', 'payoutBlock'],
  ['doubts', 'problems'],
  ['desk', 'operations, or conversion'],
  ['books', 'ledger, or database'],
  ['crowd', 'connections'],
  ['crowded', 'connectionLimit'],
  ['door', 'admission, or entry'],
  ['doors', 'admission, or entries'],
  ['told', 'notified, or reported'],
  ['teller', 'log'],
  ['voice', 'answer, or witness'],
  ['voices', 'answers, or witnesses'],
  ['bear', 'handle, or writeOff'],
  ['borne', 'writtenOff'],
  ['sighting', 'transactionStatus'],
  ['unheard', 'unacknowledged'],
  ['overtaken', 'superseded'],
  ['astray', 'mismatch'],
  ['prover', 'verifier'],
  ['offence', 'violation'],
  ['offend', 'recordViolation'],
  ['misconduct', 'banScore'],
  ['patience', 'waitLimit'],
  ['keeper', 'store, or lease'],
  ['spool', 'writeAheadLog'],
  ['spooled', 'logged'],
  ['tally', 'accumulator'],
  ['nobody', 'none'],
  ['somebody', 'other'],
  ['whoever', 'caller'],
]);

/** Whole names; those of the public API keep its word (decision 97). */
const wholeNames: readonly (readonly [RegExp, string])[] = [
  [/^account(?:Ids?|Uuid|Key|Row|Of)$|^Account(?:Key|Row)$|^findAccount$/, 'minerId, minerUuid, MinerKey'],
];

/** Kept on purpose, as `path: word`, each with its reason. */
const exceptions = new Map<string, string>([
  ['testing/bcoin-nodes.ts: accountKey', 'a field of bcoin’s own calls'],
]);

export interface WordFault {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Forbidden words in the comments, names and sentences of a source. What stands in backticks is a name, checked where it is declared. */
export function wordFaults(path: string, source: string): WordFault[] {
  const faults: WordFault[] = [];
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const read = (text: string, at: number, words: typeof wordsOfComments): void => {
    for (const [pattern, instead] of words) {
      const found = pattern.exec(text.replaceAll(/`[^`]*`/g, (name) => ' '.repeat(name.length)));
      if (found !== null)
        faults.push({ line: lineAt(at + found.index), word: found[0].toLowerCase(), instead });
    }
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, start, name, value } = node as {
      readonly type?: string;
      readonly start?: number;
      readonly name?: unknown;
      readonly value?: unknown;
    };
    if (typeof name === 'string' && typeof start === 'number' && (type ?? '').endsWith('Identifier'))
      for (const part of partsOf(name)) {
        const instead = partsOfNames.get(part);
        if (instead !== undefined) faults.push({ line: lineAt(start), word: part, instead });
      }
    if (typeof name === 'string' && typeof start === 'number')
      for (const [pattern, instead] of wholeNames)
        if (pattern.test(name)) faults.push({ line: lineAt(start), word: name, instead });
    const text =
      type === 'Literal'
        ? value
        : type === 'TemplateElement'
          ? (value as { cooked: string }).cooked
          : undefined;
    if (typeof text === 'string' && text.includes(' ')) read(text, start ?? 0, wordsOfPeople);
    Object.values(node).forEach(visit);
  };
  const { program, comments } = parseSync(path, source);
  for (const { value, start } of comments) read(value, start + 2, wordsOfComments);
  visit(program);
  return faults.filter(({ word }) => !exceptions.has(`${path}: ${word}`));
}

function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

const checkedFiles = [
  'apps/*/src/*.ts',
  'apps/*/src/*.tsx',
  'packages/*/src/*.ts',
  ...['bench', 'e2e', 'scripts', 'testing'].flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`]),
  // Planted violations of the import rules, and the words of this check itself.
  ':!scripts/planted-imports',
  ':!scripts/verify/plain-words*.ts',
];

/** The sources that are checked, suites, benches and scripts included. By path from the root. */
export function plainSources(root: string): Map<string, string> {
  const files = execFileSync('git', ['ls-files', ...checkedFiles], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Map(
    files
      .split('\n')
      .filter((file) => file !== '')
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}
