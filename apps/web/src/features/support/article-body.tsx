import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './article-body.module.css';
import { cutArticle } from './cut-article.ts';

/** The body of an article: its text as it came, its commands each with a button that copies. */
export function ArticleBody({ html }: { readonly html: string }) {
  const pieces = useMemo(() => cutArticle(html), [html]);
  return (
    <div className={styles.body}>
      {pieces.map((piece) =>
        piece.kind === 'code' ? (
          <div key={piece.key} className={styles.code}>
            <pre>
              <code>{piece.text}</code>
            </pre>
            <CopyButton bare text={piece.text} label="Copy these lines" />
          </div>
        ) : (
          <Passage key={piece.key} nodes={piece.nodes} />
        ),
      )}
    </div>
  );
}

/** Nodes that were made safe; links within the site change the page without reloading it. */
function Passage({ nodes }: { readonly nodes: readonly Node[] }) {
  const router = useRouter();
  const target = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    element.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href') ?? '';
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      // A call is no page: what it answers is downloaded.
      if (!isPlain || !href.startsWith('/') || href.startsWith('/api/')) return;
      event.preventDefault();
      router.history.push(href);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [nodes, router]);
  return <div ref={target} className={styles.passage} />;
}
