import purify from 'dompurify';

/** `key` is its place. */
export type ArticlePiece =
  | { readonly kind: 'text'; readonly key: number; readonly nodes: readonly Node[] }
  | { readonly kind: 'code'; readonly key: number; readonly text: string };

/** What an article is written with; the server's list says the same. */
const textTags = 'h2 h3 p ul ol li blockquote pre hr br strong em code a table thead tbody tr th td'.split(
  ' ',
);

/**
 * Cuts the HTML of an article at its blocks of code. The server has made it safe already; it is made safe here once more,
 * because what an answer holds is not for this page to trust.
 */
export function cutArticle(html: string): readonly ArticlePiece[] {
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: textTags,
    ALLOWED_ATTR: ['href', 'id', 'rel', 'target', 'scope', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#|\/(?!\/))/i,
    RETURN_DOM_FRAGMENT: true,
  });
  const pieces: ArticlePiece[] = [];
  let nodes: Node[] = [];
  const endText = () => {
    if (nodes.some((node) => (node.textContent ?? '').trim() !== ''))
      pieces.push({ kind: 'text', key: pieces.length, nodes });
    nodes = [];
  };
  for (const node of fragment.childNodes) {
    if (node.nodeName === 'PRE') {
      endText();
      pieces.push({ kind: 'code', key: pieces.length, text: (node.textContent ?? '').replace(/\n$/, '') });
    } else nodes.push(node);
  }
  endText();
  return pieces;
}
