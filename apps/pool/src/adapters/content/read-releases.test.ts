import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-releases-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (version: string, isCurrent: boolean) =>
    writeFileSync(
      join(folder, `${version}.md`),
      `---\nversion: ${version}\nbuild_date: null\ncurrent: ${isCurrent}\nfiles: []\nissues: []\n---\n- One change.\n`,
    );
  const versions = async () =>
    (await readReleases(pathToFileURL(`${folder}/`))).map(({ version }) => version);

  it('come newest first, and exactly one is current', async () => {
    expect(await versions()).toEqual([]);
    for (const version of ['1.0.1-beta', '2.10.0-beta', '2.8.1-beta'])
      write(version, version === '2.10.0-beta');
    expect(await versions()).toEqual(['2.10.0-beta', '2.8.1-beta', '1.0.1-beta']);
    write('2.8.1-beta', true);
    await expect(versions()).rejects.toThrow('exactly one is current, not 2');
  });
});
