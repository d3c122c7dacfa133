import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('markup', () => {
  it('keeps its own and escapes everything else, also within lists', () => {
    const rows = ['<a>', html`<b>${'&"'}</b>`, undefined, 7];
    expect(html`<p title="${'"'}">${rows}</p>`.toString()).toBe(
      '<p title="&quot;">&lt;a&gt;<b>&amp;&quot;</b>7</p>',
    );
  });

  it('lets no text open an element or end an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(html`${text}`.toString()).not.toMatch(/[<>"]/);
      }),
    );
  });
});
