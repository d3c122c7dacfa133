/** Who calls a node. */
export interface NodeLogin {
  readonly user: string;
  readonly password: string;
}

/**
 * Reads the content of a login file: `user:password` in one line; empty lines and those that begin with # do not count.
 *
 * @throws Error in words for an operator, which name nothing of the content
 */
export function readLoginFile(content: string): NodeLogin {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [line, second] = lines;
  if (line === undefined) throw new Error('the login file holds no line user:password');
  if (second !== undefined) throw new Error('the login file holds more than one line');
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error('the login file holds a line that is not user:password');
  const login = { user: line.slice(0, colon).trim(), password: line.slice(colon + 1).trimEnd() };
  if (!/^[\x20-\x7e]+$/.test(login.user))
    throw new Error('the login file holds a user with characters beyond ASCII');
  return login;
}
