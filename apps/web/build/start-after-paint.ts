import type { Plugin } from 'vite';
import { integrityOf } from './pin-scripts.ts';

/**
 * The page is painted first and comes to life then: index.html asks for the scripts, the font and the manifest as soon as its
 * outline is on the screen, all of them at once.
 */
export function startAfterPaint(): Plugin {
  return {
    name: 'openlode:start-after-paint',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html);
        if (entry === null) throw new Error('index.html has no entry');
        const manifest = /<link rel="manifest" href="([^"]+)"[^>]*>/.exec(html);
        if (manifest === null) throw new Error('index.html has no manifest');
        const preloads = /<link rel="modulepreload"[^>]* href="([^"]+)">/g;
        // What the entry imports, and what the first page imports in its second step.
        const scripts = [
          ...[...html.matchAll(preloads)].map(([, href = '']) => href),
          ...files.filter((file) => /^assets\/coin-page-[^/]+\.js$/.test(file)).map((file) => `/${file}`),
        ];
        const fonts = files.filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`);
        const start = startScript(entry[1] ?? '', scripts, fonts, manifest[1] ?? '');
        return html
          .replace(entry[0], '')
          .replace(manifest[0], '')
          .replaceAll(preloads, '')
          .replaceAll(/\n\s*(?=\n)/g, '')
          .replace('</head>', () => `<script>${start}</script>\n  </head>`);
      },
    },
  };
}

/**
 * A page that nobody sees is never painted, and an old browser does not say when it was: a second is long enough.
 * Whoever was here before has the font already. For anybody else the page changes to it once it has come: named before, it would
 * be laid out anew twice, the first time with the stand-in looked up again. What the libraries set up is a task of its own, before the entry's.
 * Where they do not come, the pool may be away or may have another build by now: the page is loaded again as soon as the pool answers, and at most once a minute.
 * A script whose bytes are not those of the build does not run: what is imported is what was fetched here with its hash.
 */
function startScript(
  entry: string,
  scripts: readonly string[],
  fonts: readonly string[],
  manifest: string,
): string {
  const pinned = Object.fromEntries([entry, ...scripts].map((file) => [file, integrityOf(file)]));
  const libraries = scripts.find((file) => file.includes('/first-')) ?? entry;
  return `(function () {
  var begun = false;
  var data = document.documentElement.dataset;
  function fetchSoon(rel, href, more) {
    var link = Object.assign(document.createElement('link'), more);
    link.rel = rel;
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  function enter() { import(${JSON.stringify(entry)}).catch(again); }
  var waiting = 0;
  function again() {
    if (waiting) return;
    var outline = document.querySelector('.outline main');
    var said = document.createElement('div');
    var words = document.createElement(outline.querySelector('h1') ? 'p' : 'h1');
    said.setAttribute('role', 'alert');
    words.textContent = 'This page could not be loaded. Retrying…';
    said.append(words);
    outline.append(said);
    var last = 0;
    try { last = Number(sessionStorage.getItem('openlode.started-again')); } catch (error) {}
    waiting = setInterval(function () {
      if (Date.now() - last < 60000) return;
      fetch(location.href, { method: 'HEAD' }).then(function (answer) {
        if (!answer.ok) return;
        sessionStorage.setItem('openlode.started-again', Date.now());
        location.reload();
      }).catch(function () {});
    }, 5000);
  }
  addEventListener('openlode:not-started', again);
  function begin() {
    if (begun) return;
    begun = true;
    var scripts = ${JSON.stringify(pinned)};
    for (var file in scripts) fetchSoon('modulepreload', file, { integrity: scripts[file] });
    import(${JSON.stringify(libraries)}).then(function () { setTimeout(enter); }, enter);
    document.fonts.load('1em "Instrument Sans Variable"').then(function (faces) { if (faces[0]) delete data.font; });
    fetchSoon('manifest', ${JSON.stringify(manifest)});
  }
  if (!data.font) ${JSON.stringify(fonts)}.forEach(function (file) { fetchSoon('preload', file, { as: 'font' }); });
  try {
    new PerformanceObserver(function (list) {
      if (list.getEntriesByName('first-contentful-paint')[0]) begin();
    }).observe({ type: 'paint', buffered: true });
  } catch (error) {}
  if (document.hidden) begin();
  else setTimeout(begin, 1000);
})();`.replaceAll(/\n\s*/g, ' ');
}
