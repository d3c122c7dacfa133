/**
 * The login of `[login][:password]@host:port` as programs read it that decode what stands in a URL; what is no such sequence stays as it is.
 * Pure; never throws.
 */
export function decodeUser(text: string): string {
  // Where the colon of the login is encoded, one that is not begins the password.
  const [login = ''] = encodedColon.test(text) ? text.split(':', 1) : [text];
  return login.replaceAll(
    /(?:%[0-9a-f]{2})+/gi,
    (run) => decoded(run) ?? run.replaceAll(oneByte, decodedByte),
  );
}

const encodedColon = /%3a/i;
/** A letter or sign of ASCII, which is valid whatever stands beside it. */
const oneByte = /%[0-7][0-9a-f]/gi;

function decoded(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

function decodedByte(byte: string): string {
  return String.fromCharCode(Number.parseInt(byte.slice(1), 16));
}
