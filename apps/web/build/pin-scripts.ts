import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const marked = /integrity of \/([^"]+)/g;

/** Stands for what the browser holds a file against, until its last byte is settled. */
export function integrityOf(file: string): string {
  return `integrity of ${file}`;
}

/** Writes the hashes of scripts into index.html. It comes last of all that changes a script. */
export function pinScripts(): Plugin {
  return {
    name: 'openlode:pin-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('there is no index.html');
        page.source = String(page.source).replaceAll(marked, (_all, file: string) => {
          const script = bundle[file];
          if (script?.type !== 'chunk') throw new Error(`${file} is no script`);
          return `sha384-${createHash('sha384').update(script.code).digest('base64')}`;
        });
      },
    },
  };
}
