import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Builds whose scripts and styles stay beside those of the newest one. */
const earlierBuilds = 5;

/** When each asset of an earlier build was replaced, in ms since 1970. */
type Replaced = Readonly<Record<string, number>>;

/**
 * Puts a finished build in the place of the site that a running pool may be serving. Assets of the five builds before stay: a pool
 * that runs on has an index.html that names them, and so has every page that is open and fetches a part of itself later.
 * `record` is the file that remembers which assets are earlier ones.
 */
export function replaceSite(
  { site, next, record }: { readonly site: string; readonly next: string; readonly record: string },
  now: number,
): void {
  const kept = keepEarlierAssets(join(site, 'assets'), join(next, 'assets'), readRecord(record), now);
  const old = `${site}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(site)) renameSync(site, old);
  renameSync(next, site);
  rmSync(old, { recursive: true, force: true });
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(kept));
}

function keepEarlierAssets(from: string, to: string, replaced: Replaced, now: number): Replaced {
  const own = new Set(readdirSync(to));
  const earlier = (existsSync(from) ? readdirSync(from) : [])
    .filter((file) => !own.has(file))
    .map((file) => ({ file, at: replaced[file] ?? now }));
  const builds = [...new Set(earlier.map(({ at }) => at))].toSorted((a, b) => b - a);
  const newest = new Set(builds.slice(0, earlierBuilds));
  const kept = earlier.filter(({ at }) => newest.has(at));
  for (const { file } of kept) copyFileSync(join(from, file), join(to, file));
  return Object.fromEntries(kept.map(({ file, at }) => [file, at]));
}

function readRecord(record: string): Replaced {
  return existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Replaced) : {};
}
