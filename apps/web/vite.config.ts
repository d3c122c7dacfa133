import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const pool = 'http://127.0.0.1:8080';

/** Preloads the one font file, which the browser would otherwise find only after the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'openlode:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        return Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          }));
      },
    },
  };
}

/** Puts the style sheet of the first page into index.html: one round trip less before the first paint. */
function inlineStyles(): Plugin {
  return {
    name: 'openlode:inline-styles',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        return html.replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const asset = bundle?.[file];
          if (asset?.type !== 'asset') return link;
          return `<style>${String(asset.source).trim()}</style>`;
        });
      },
    },
  };
}

/** In development the page comes from Vite: what the pool embeds in its own page is fetched and embedded here too. */
function embedSite(): Plugin {
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

/**
 * What the first page needs besides its own code, in one file: a dozen files of half a kilobyte each compress badly and
 * are as many requests.
 */
const first = [
  /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
  /vite\/preload/,
  /shared\/ui\/(amount|card|chip-filter|copy-button|segmented-control|tag|text-field|use-page-title)\./,
  /blocks\/connection-card\/(address-outcome-text|copy-line|specimen|use-address-judgement)\./,
  /shared\/api\/site\.|trim-address\.|mining\/src\/worker-name\./,
];

export default defineConfig({
  resolve: {
    alias: [
      // React has the hook itself; the shim is for the versions before 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  plugins: [react(), preloadFont(), inlineStyles(), embedSite()],
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': pool, '/socket.io': { target: pool, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser of the target has it.
      polyfill: false,
      // The lists of scripts are longer than what they save: nearly all a page shares is in the first file already.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((each) => each.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'first', test: (id) => first.some((pattern) => pattern.test(id)) }],
        },
      },
    },
  },
});
