import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../settings/setting-reader.ts';

/** The only release of ccxt whose answers and mistakes were looked at. */
const ccxtVersion = '4.5.84';

/**
 * Makes sure that a folder is an installation of ccxt of the release that is known here. Nothing of it is loaded.
 *
 * @throws ConfigError naming the setting
 */
export function requireCcxt(folder: string): void {
  const file = join(folder, 'package.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `OPENLODE_CCXT: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): install ccxt@${ccxtVersion}, which is no part of the pool, and name its folder`,
    );
  }
  const { name, version } = readManifest(text);
  if (name !== 'ccxt' || version !== ccxtVersion)
    throw new ConfigError(
      `OPENLODE_CCXT: ${folder} holds ${String(name)} ${String(version)}, and this release knows ccxt ${ccxtVersion} alone`,
    );
}

function readManifest(text: string): { readonly name?: unknown; readonly version?: unknown } {
  try {
    return JSON.parse(text) as { readonly name?: unknown; readonly version?: unknown };
  } catch {
    return {};
  }
}

/** ccxt, which takes seconds and 80 MB of memory to load: the only import of the pool whose path the settings say. */
export async function loadCcxt<Module>(folder: string): Promise<Module> {
  const entry = pathToFileURL(join(folder, 'js', 'ccxt.js')).href;
  const { default: module } = (await import(entry)) as { readonly default: Module };
  return module;
}
