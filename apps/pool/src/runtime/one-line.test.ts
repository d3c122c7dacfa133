import { expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

it('leaves nothing that a terminal would obey or a database refuse, and cuts what is too long', () => {
  expect(oneLine('dust\nstate  \u001b[2Jsettled\u0000\u009b1m ', 40)).toBe('dust state   [2Jsettled 1m');
  expect(oneLine('x'.repeat(30), 10)).toBe('xxxxxxxxx…');
});
