import type { Plugin } from 'vite';

/** In development the page comes from Vite: what the pool at this address embeds in its own page is fetched and embedded too. */
export function embedSite(pool: string): Plugin {
  const placeholder = '<!--site-->';
  return {
    name: 'openlode:embed-site',
    apply: 'serve',
    async transformIndexHtml(html) {
      try {
        const response = await fetch(`${pool}/`, { signal: AbortSignal.timeout(1000) });
        const embedded = /<script type="application\/json" id="site">[\s\S]*?<\/script>/.exec(
          await response.text(),
        );
        return embedded === null ? html : html.replace(placeholder, () => embedded[0]);
      } catch {
        // The pool is not running: the page says so itself.
        return html;
      }
    },
  };
}
