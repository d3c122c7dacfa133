import { createHash } from 'node:crypto';

/** The most statements that are remembered: the code has far fewer, and statements that differ each time cannot fill the memory. */
const preparedMax = 300;

/**
 * The name under which a connection keeps a statement parsed and planned, so that the same one again is neither. It is made of the text:
 * behind a pooler two processes may share a connection, and a name must never stand for two statements.
 */
export function statementNames(most = preparedMax): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= most) return undefined;
    const name = `openlode_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}
