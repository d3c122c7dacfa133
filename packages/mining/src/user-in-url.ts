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

/** Programs of which we know that they decode what stands in a URL. */
export const decodes: ReadonlySet<string> = new Set(['ethminer']);

/** What such a program logs in as where the colon behind the coin stands as it is, and how to write it; null where it is right. */
export function cutAtColon(text: string): { readonly user: string; readonly corrected: string } | null {
  // Behind an encoded colon, or what is no coin, one that is not encoded begins the password.
  const [, user] = /^([A-Z0-9]{1,16}):/i.exec(text) ?? [];
  if (user === undefined || encodedColon.test(text)) return null;
  return { user, corrected: text.replaceAll(':', '%3A') };
}
