import { readFileSync } from 'node:fs';
import { ConfigError } from '../settings/setting-reader.ts';

/** An exchange answers within seconds or is of no use; its longest answer is a list of some hundred transfers. */
export const exchangeLimits = { callMs: 20_000, bytesMax: 4_000_000 };

const printable = /^[\x21-\x7e]+$/;

/** A file of two lines, the API key and its secret. Throws a `ConfigError` that names the setting. */
export function readExchangeKey(
  setting: string,
  file: string,
): { readonly apiKey: string; readonly secret: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${setting}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  const [apiKey = '', secret = '', ...rest] = text.trim().split(/\r?\n/);
  // Neither stands in the words: they go to the log.
  if (rest.length > 0 || !printable.test(apiKey) || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(secret))
    throw new ConfigError(`${setting}: ${file} must have two lines, the API key and its secret in base 64`);
  return { apiKey, secret };
}
