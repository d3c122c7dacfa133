/**
 * What a Windows program finds in its arguments when cmd reads this line: a reference for tests, after the documented
 * phases of cmd (percent expansion, then carets and quotes) and the argument rules of the C run-time. Every variable
 * whose name does not begin with a caret counts as defined, which is the worst case. Throws where cmd would see an
 * operator.
 */
export function readCmdLine(line: string, place: 'prompt' | 'batch'): readonly string[] {
  return splitArguments(removeCarets(expandPercents(line, place)));
}

function expandPercents(line: string, place: 'prompt' | 'batch'): string {
  let expanded = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character !== '%') {
      expanded += character;
      continue;
    }
    if (place === 'batch' && line.charAt(index + 1) === '%') {
      expanded += '%';
      index += 1;
      continue;
    }
    const end = line.indexOf('%', index + 1);
    const name = end < 0 ? '' : line.slice(index + 1, end);
    if (name !== '' && !name.startsWith('^')) {
      expanded += 'EXPANDED';
      index = end;
    } else if (place === 'prompt') expanded += '%';
  }
  return expanded;
}

function removeCarets(line: string): string {
  let plain = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '^') {
      index += 1;
      plain += line.charAt(index);
      continue;
    } else if (!isQuoted && '&|<>()'.includes(character)) throw new Error(`operator ${character} in ${line}`);
    plain += character;
  }
  return plain;
}

function splitArguments(line: string): readonly string[] {
  const found: string[] = [];
  let current: string | null = null;
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (!isQuoted && (character === ' ' || character === '\t')) {
      if (current !== null) found.push(current);
      current = null;
      continue;
    }
    current ??= '';
    if (character === '\\') {
      let end = index;
      while (line.charAt(end) === '\\') end += 1;
      const slashes = end - index;
      const isBeforeQuote = line.charAt(end) === '"';
      current += '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      index = end - 1;
      if (isBeforeQuote && slashes % 2 === 1) {
        current += '"';
        index = end;
      }
    } else if (character === '"') isQuoted = !isQuoted;
    else current += character;
  }
  if (current !== null) found.push(current);
  return found;
}
