import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { compressTexts } from './build/compress-texts.ts';
import { embedSite } from './build/embed-site.ts';
import { inlineStyles, skipFirstStyles } from './build/first-styles.ts';
import { pinScripts } from './build/pin-scripts.ts';
import { startAfterPaint } from './build/start-after-paint.ts';

const pool = 'http://127.0.0.1:8080';

export default defineConfig({
  css: {
    postcss: {
      plugins: [
        {
          // What `composes … from` makes has no place of its own, and Vite warns of it: it belongs to the file that says so.
          postcssPlugin: 'openlode-place-of-composed',
          OnceExit(root) {
            root.walkDecls((declaration) => {
              if (declaration.source === undefined && root.source !== undefined)
                declaration.source = root.source;
            });
          },
        },
      ],
    },
  },
  resolve: {
    alias: [
      // React has the hook itself; the shim is for the versions before 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  plugins: [
    react(),
    inlineStyles(),
    startAfterPaint(),
    skipFirstStyles(),
    pinScripts(),
    compressTexts(),
    embedSite(pool),
  ],
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
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
