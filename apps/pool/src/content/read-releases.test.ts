import { describe, expect, it } from 'vitest';
import { parseRelease, readReleases } from './read-releases.ts';

const sha256 = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const file = `{ variant: base, name: a.exe, url: "https://a.example/a.exe", size: 7, sha256: ${sha256}, type: zip, os: Windows 10/11 x64 }`;
const text = (files: string, body = '- One\n- Two', version = '1.2.3-beta') =>
  `---\nversion: ${version}\nbuild_date: null\ncurrent: true\nfiles: [${files}]\nissues: []\n---\n${body}\n`;

describe('parseRelease', () => {
  it('reads a version with its changes and files', () => {
    const release = parseRelease('1.2.3-beta', text(file));
    expect(release.changes).toEqual(['One', 'Two']);
    expect(release.files).toEqual([
      {
        variant: 'base',
        name: 'a.exe',
        url: 'https://a.example/a.exe',
        size: 7,
        sha256,
        type: 'zip',
        os: 'Windows 10/11 x64',
      },
    ]);
  });

  it.each([
    ['a file without its checksum', text(file.replace(sha256, 'null')), 'needs name, url, size and sha256'],
    ['a link that is not safe', text(file.replace('https:', 'http:')), '/files/0/url'],
    ['another version', text('', '- One', '1.2.4'), '/version'],
    ['changes that are no list', text('', 'One'), 'starts with'],
    ['no changes', text('', ' '), 'starts with'],
  ])('refuses %s', (_what, bad, why) => {
    expect(() => parseRelease('1.2.3-beta', bad)).toThrow(why);
  });
});

describe('the releases of the desktop app', () => {
  const read = () => readReleases(new URL('../../../../content/releases/', import.meta.url));

  it('run from 1.0.1-beta to the current 2.8.1-beta, which has both variants', async () => {
    const releases = await read();
    expect(releases.at(-1)?.version).toBe('1.0.1-beta');
    expect(releases[0]).toMatchObject({ version: '2.8.1-beta', current: true });
    expect(releases[0]?.files.map(({ variant, os }) => [variant, os])).toEqual([
      ['base', 'Windows 10/11 x64'],
      ['with miner files', 'Windows 10/11 x64'],
    ]);
  });
});
