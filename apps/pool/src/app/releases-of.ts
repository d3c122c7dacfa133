import { pathToFileURL } from 'node:url';
import type { Config } from '../config.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import { type Release, readReleases } from '../adapters/content/read-releases.ts';

/** The versions of the desktop app that the operator publishes; none where no folder is set. Throws `ConfigError`. */
export async function releasesOf({
  releasesDirectory,
}: Pick<Config, 'releasesDirectory'>): Promise<readonly Release[]> {
  if (releasesDirectory === undefined) return [];
  try {
    return await readReleases(pathToFileURL(`${releasesDirectory}/`));
  } catch (error) {
    throw new ConfigError(`OPENLODE_RELEASES: ${(error as Error).message}`, { cause: error });
  }
}
