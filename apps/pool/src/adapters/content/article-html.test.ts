import { describe, expect, it } from 'vitest';
import { articleHtml } from './article-html.ts';

describe('articleHtml', () => {
  it('lets nothing through that could act [support-04]', () => {
    const { html } = articleHtml(
      [
        'a <img src=x onerror=alert(1)> <script>alert(1)</script> [b](javascript:alert(1)) <b style="x">c</b>',
        '<iframe src="https://x.example"></iframe><form><input></form> <a href="//x.example" onclick="y()">d</a>',
      ].join('\n\n'),
    );
    expect(html).toBe('<p>a   <a>b</a> c</p>\n <a>d</a>');
  });

  it('gives headings names to link to, each its own', () => {
    const { html, headings } = articleHtml('## What to do?\n\nx\n\n### Détail\n\n## What to do?\n\n## ??');
    expect(headings).toEqual([
      { id: 'what-to-do', text: 'What to do?' },
      { id: 'what-to-do-2', text: 'What to do?' },
      { id: 'part', text: '??' },
    ]);
    expect(html).toContain('<h3 id="d-tail">Détail</h3>');
  });

  it('leaves the first level to the title', () => {
    expect(() => articleHtml('# Title')).toThrow('front matter');
  });

  it('opens what is elsewhere in a page of its own, and says where links of the site lead', () => {
    const { html, links } = articleHtml('[a](https://x.example/) [b](/support/article/c) [d](#e)');
    expect(html).toBe(
      '<p><a href="https://x.example/" rel="noopener noreferrer" target="_blank">a</a> <a href="/support/article/c">b</a> <a href="#e">d</a></p>',
    );
    expect(links).toEqual(['/support/article/c', '#e']);
  });

  it('knows the words without their tags', () => {
    expect(articleHtml('## One\n\nTwo **three**, `four < 5`.\n\n| a | b |\n| - | - |\n| c | d |').text).toBe(
      'One · Two three, four < 5. a · b · c · d',
    );
  });
});
