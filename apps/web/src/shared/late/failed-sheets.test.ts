// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fetchFailedSheets, noteFailedSheets } from './failed-sheets.ts';

beforeAll(() => noteFailedSheets());
beforeEach(() => document.head.replaceChildren());

function addLink(title: string, rel = 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel, title });
  document.head.append(link);
  return link;
}

function linkOf(title: string): HTMLLinkElement {
  const link = document.head.querySelector<HTMLLinkElement>(`link[title="${title}"]`);
  if (link === null) throw new Error(`no link ${title}`);
  return link;
}

it('fetches a sheet that failed again, in its place, and leaves what is there or on its way', async () => {
  const others = [
    addLink('there'),
    addLink('failed'),
    addLink('on its way'),
    addLink('a script', 'modulepreload'),
  ];
  others[0]?.dispatchEvent(new Event('load'));
  others[1]?.dispatchEvent(new Event('error'));
  others[3]?.dispatchEvent(new Event('error'));
  const again = fetchFailedSheets();
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map(({ title }) => title)).toEqual(['there', 'failed', 'on its way', 'a script']);
  expect(links.map((link, at) => link === others[at])).toEqual([true, false, true, true]);
  linkOf('failed').dispatchEvent(new Event('load'));
  await again;
});

it('rejects when a sheet fails again, and fetches it once more at the next attempt', async () => {
  addLink('failed').dispatchEvent(new Event('error'));
  const first = fetchFailedSheets();
  expect(fetchFailedSheets()).toBe(first);
  linkOf('failed').dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('cannot fetch');
  const second = fetchFailedSheets();
  linkOf('failed').dispatchEvent(new Event('load'));
  await second;
  const link = linkOf('failed');
  await fetchFailedSheets();
  expect(linkOf('failed')).toBe(link);
});
