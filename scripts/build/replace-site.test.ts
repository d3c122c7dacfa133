import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceSite } from './replace-site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openlode-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build with these assets, put in the place of the one before. */
function build(at: number, ...assets: readonly string[]): readonly string[] {
  const paths = {
    site: join(folder, 'dist'),
    next: join(folder, 'next'),
    record: join(folder, 'cache/record'),
  };
  mkdirSync(join(paths.next, 'assets'), { recursive: true });
  writeFileSync(join(paths.next, 'index.html'), `of ${at}`);
  for (const file of assets) writeFileSync(join(paths.next, 'assets', file), `${file} of ${at}`);
  replaceSite(paths, at);
  expect(readdirSync(folder).toSorted()).toEqual(['cache', 'dist']);
  expect(readFileSync(join(paths.site, 'index.html'), 'utf8')).toBe(`of ${at}`);
  return readdirSync(join(paths.site, 'assets')).toSorted();
}

const read = (file: string) => readFileSync(join(folder, 'dist/assets', file), 'utf8');

it('keeps what an open page may still fetch, and takes the new file where both have one', () => {
  expect(build(1, 'page-a.js', 'libraries.js')).toEqual(['libraries.js', 'page-a.js']);
  expect(build(2, 'page-b.js', 'libraries.js')).toEqual(['libraries.js', 'page-a.js', 'page-b.js']);
  expect([read('page-a.js'), read('libraries.js')]).toEqual(['page-a.js of 1', 'libraries.js of 2']);
});

it('drops what was replaced more than five builds ago', () => {
  for (let at = 1; at <= 6; at += 1) build(at, `page-${at}.js`);
  expect(build(7, 'page-7.js')).toEqual([2, 3, 4, 5, 6, 7].map((at) => `page-${at}.js`));
});

it('makes an earlier file current again where a build brings it back', () => {
  build(1, 'page-a.js');
  build(2, 'page-b.js');
  build(3, 'page-a.js');
  for (let at = 4; at <= 7; at += 1) build(at, `page-${at}.js`);
  // It was replaced by the build of 2 and again by that of 4, the other one by that of 3.
  expect(build(8, 'page-8.js')).toEqual([
    'page-4.js',
    'page-5.js',
    'page-6.js',
    'page-7.js',
    'page-8.js',
    'page-a.js',
  ]);
});
