import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

/** The release and, where the build knew it, the commit: `0.1.0 (commit 3ec2495a1b2c)`. `file` is what the build wrote. */
export function buildVersion(file = new URL('./commit', import.meta.url)): string {
  const commit = readCommit(file);
  return commit === undefined ? manifest.version : `${manifest.version} (commit ${commit})`;
}

function readCommit(file: URL): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[0-9a-f]{7,40}(-dirty)?$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
