import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = join(import.meta.dirname, 'ccxt/node_modules/ccxt/js/ccxt.js');

/** Whether ccxt, a client of many exchanges, is installed for suites (npm ci --prefix testing/ccxt); those that need it are skipped without. */
export const hasCcxt = existsSync(entry);

/** ccxt, which takes seconds to load and 80 MB of memory. */
export async function loadCcxt<Module>(): Promise<Module> {
  const { default: module } = (await import(pathToFileURL(entry).href)) as { readonly default: Module };
  return module;
}
