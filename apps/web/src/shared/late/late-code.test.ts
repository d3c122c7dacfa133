// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { forgetFailedSheets } from './late-code.ts';

afterEach(() => document.head.replaceChildren());

function addSheet(name: string, sheet: unknown) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.title = name;
  Object.defineProperty(link, 'sheet', { get: () => sheet });
  document.head.append(link);
}

it('forgets the sheets that did not come, in each form that browsers give them, and keeps the others', () => {
  addSheet('there', { cssRules: [{}] });
  addSheet('none', null);
  addSheet('an answer of 503', { cssRules: [] });
  addSheet('no answer', {
    get cssRules() {
      throw new DOMException('Cannot access rules', 'SecurityError');
    },
  });
  forgetFailedSheets();
  expect([...document.head.querySelectorAll('link')].map(({ title }) => title)).toEqual(['there']);
});
