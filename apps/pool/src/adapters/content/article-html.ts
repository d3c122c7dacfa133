import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';

export interface ArticleHtml {
  /** Safe: no scripts, no styles, no foreign pictures, links to https, mail and this site only. */
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  /** Where links within this site lead, with their fragments. */
  readonly links: readonly string[];
  /** What is left without tags, for the search. */
  readonly text: string;
}

/** What an article is written with; the site's own list says the same. */
const textTags = 'h2 h3 p ul ol li blockquote pre hr br strong em code a table thead tbody tr th td'.split(
  ' ',
);

/** Turns the Markdown of an article into HTML that may be shown. Throws on a heading of the first level: that is the title. */
export function articleHtml(markdown: string): ArticleHtml {
  const headings: { id: string; text: string }[] = [];
  const links: string[] = [];
  const ids = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        if (depth === 1)
          throw new Error('a heading of the first level is the title and stands in the front matter');
        const inner = this.parser.parseInline(tokens);
        const text = plainText(inner);
        const id = uniqueId(text, ids);
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
    },
  });
  const html = sanitizeHtml(marked.parse(markdown, { async: false }), {
    allowedTags: textTags,
    allowedAttributes: { h2: ['id'], h3: ['id'], a: ['href', 'rel', 'target'], th: ['scope'], ol: ['start'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
      a: (tagName, { href = '' }): sanitizeHtml.Tag => {
        if (/^(#|\/(?!\/))/.test(href)) {
          links.push(href);
          return { tagName, attribs: { href } };
        }
        if (!/^(https|mailto):/i.test(href)) return { tagName, attribs: {} };
        return { tagName, attribs: { href, rel: 'noopener noreferrer', target: '_blank' } };
      },
    },
  });
  return { html: html.trim(), headings, links, text: plainText(html) };
}

function uniqueId(text: string, taken: Set<string>): string {
  const stem = slugOf(text) || 'part';
  let id = stem;
  for (let count = 2; taken.has(id); count += 1) id = `${stem}-${count}`;
  taken.add(id);
  return id;
}

/** Lower-case letters, digits and single hyphens. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
}

function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:h2|h3|li|td|th|pre)>/g, ' · ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:;!?])/g, '$1')
    .replaceAll(/(?:^| |[.:?!])(?: · ?)+/g, (run) => (/^[.:?!]/.test(run) ? `${run.charAt(0)} ` : ' · '))
    .replace(/ · $/, '')
    .trim();
}
