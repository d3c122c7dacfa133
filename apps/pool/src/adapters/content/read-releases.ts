import { readdir, readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { readFrontMatter } from './front-matter.ts';

const unknown = Type.Null();

const ReleaseFile = Type.Object(
  {
    variant: Type.Enum(['base', 'with miner files']),
    name: Type.Union([Type.String({ minLength: 1 }), unknown]),
    url: Type.Union([Type.String({ pattern: '^https://' }), unknown]),
    size: Type.Union([Type.Integer({ minimum: 1 }), unknown]),
    sha256: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), unknown]),
    type: Type.String({ minLength: 1 }),
    os: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);

const FrontMatter = Type.Object(
  {
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+(-[a-z]+)?$' }),
    build_date: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), unknown]),
    current: Type.Boolean(),
    files: Type.Array(ReleaseFile),
    issues: Type.Array(Type.String({ pattern: '^[a-z0-9-]+$' })),
  },
  { additionalProperties: false },
);

/** A version of the desktop app. */
export interface Release {
  readonly version: string;
  /** As `YYYY-MM-DD`; null where it is not known. */
  readonly buildDate: string | null;
  readonly current: boolean;
  /** Plain text, one change each. */
  readonly changes: readonly string[];
  readonly files: readonly Static<typeof ReleaseFile>[];
  readonly issues: readonly string[];
}

/** Reads `*.md` of a folder, newest version first. Throws with the file's name on the first one that is not as it must be. */
export async function readReleases(folder: URL): Promise<Release[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const releases = await Promise.all(
    files.map(async (name) => parseRelease(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8'))),
  );
  const current = releases.filter((release) => release.current);
  if (releases.length > 0 && current.length !== 1)
    throw new Error(`releases: exactly one is current, not ${current.length}`);
  return releases.toSorted((a, b) => compareVersions(b.version, a.version));
}

/** One file: YAML between two lines of dashes, then one list item a change. */
export function parseRelease(name: string, text: string): Release {
  const { head, body } = readFrontMatter(`release ${name}`, text, FrontMatter);
  const { version, build_date: buildDate, current, files, issues } = head;
  if (version !== name) throw new Error(`release ${name}: /version is ${version}`);
  for (const { variant, name: file, url, size, sha256 } of files) {
    const reported = [file, url, size, sha256].filter((each) => each !== null).length;
    // A file that can be fetched can be checked, and nothing is told of one that cannot.
    if (reported !== 0 && reported !== 4)
      throw new Error(`release ${name}: ${variant} needs name, url, size and sha256, or none`);
  }
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !line.startsWith('- '));
  if (wrong !== undefined || lines.length === 0)
    throw new Error(`release ${name}: every change is a line that starts with "- "`);
  return { version, buildDate, current, changes: lines.map((line) => line.slice(2).trim()), files, issues };
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
