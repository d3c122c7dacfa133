import { parseSync, Visitor } from 'oxc-parser';

export interface FoundPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Every regular expression of a TypeScript file: literals, and texts that are written as whole patterns (`^…$`), as the catalogue
 * does for addresses. Throws on bad syntax.
 */
export function collectPatterns(file: string, text: string): FoundPattern[] {
  const parsed = parseSync(file, text);
  const problem = parsed.errors[0];
  if (problem !== undefined) throw new Error(`${file} does not parse: ${problem.message}`);
  const found: FoundPattern[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      else if (typeof node.value === 'string' && isWholePattern(node.value))
        found.push({ file, source: node.value, flags: '' });
    },
  }).visit(parsed.program);
  return found;
}

function isWholePattern(text: string): boolean {
  if (!/^\^.*\$$/.test(text)) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
