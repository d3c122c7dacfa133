import { useEffect, useRef } from 'react';

/** A title that is HTML: the words at once, its emphasis and links once the sanitiser is there. Nothing else survives. */
export function SanitisedTitle({ html }: { readonly html: string }) {
  const target = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let left = false;
    void import('dompurify').then(
      ({ default: purify }) => {
        if (left) return;
        const fragment = purify.sanitize(html, {
          ALLOWED_TAGS: ['b', 'strong', 'i', 'em', 'code', 'a', 'br'],
          ALLOWED_ATTR: ['href'],
          ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/))/i,
          RETURN_DOM_FRAGMENT: true,
        });
        for (const link of fragment.querySelectorAll('a')) {
          link.setAttribute('rel', 'noopener noreferrer');
        }
        target.current?.replaceChildren(fragment);
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [html]);
  // React draws no child here, so what is put in stays.
  return (
    <span>
      <span ref={target}>{plainWords(html)}</span>
    </span>
  );
}

/** The text without its tags, drawn as text: nothing in it can run. */
function plainWords(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
