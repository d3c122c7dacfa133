import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('takes the words out of a title, entities read once', () => {
  expect(plainText(' <b>Fees &amp; rates</b> <a href="/x">now</a> &lt;1%')).toBe('Fees & rates now <1%');
  expect(plainText('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;');
});
