import type { Plugin } from 'vite';

/** Their styles are part of index.html: what the first page consists of, however many steps it is fetched in. */
const firstStyles =
  /^assets\/(index|first|coin-page|later-shell|later-page|toast-region|coin-picker|algorithm-picker|picker-parts|modal)-[^/]+\.css$/;

/** Puts the styles of the first page into index.html: one round trip less before the first paint, and none later. */
export function inlineStyles(): Plugin {
  return {
    name: 'openlode:inline-styles',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const linked = [...html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)].map(
          ([, file = '']) => file,
        );
        const later = Object.keys(bundle ?? {}).filter(
          (file) => firstStyles.test(file) && !linked.includes(file),
        );
        const styles = [...linked, ...later]
          .map((file) => bundle?.[file])
          .map((asset) => (asset?.type === 'asset' ? String(asset.source).trim() : ''));
        return html
          .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace('</head>', () => `<style>${styles.join('')}</style>\n  </head>`);
      },
    },
  };
}

/** Vite lists, beside each `import()`, every style sheet it will need: those of the first page are there already. */
export function skipFirstStyles(): Plugin {
  const list = /(m\.f\|\|\(m\.f=)(\[[^\]]*\])/;
  return {
    name: 'openlode:skip-first-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const found = list.exec(chunk.code);
          if (found === null) continue;
          const files = JSON.parse(found[2] ?? '[]') as string[];
          const kept = files.filter((file) => !firstStyles.test(file));
          chunk.code = chunk.code
            .replace(list, (_all, before: string) => before + JSON.stringify(kept))
            .replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_all, wanted: string) => {
              const places = wanted
                .split(',')
                .map((place) => kept.indexOf(files[Number(place)] ?? ''))
                .filter((place) => place !== -1);
              return places.length === 0 ? '[]' : `__vite__mapDeps([${places.join(',')}])`;
            });
        }
      },
    },
  };
}
