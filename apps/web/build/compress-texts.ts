import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Lays every text beside itself as the pool sends it, compressed as far as it goes: a phone waits for the bytes, not for this. */
export function compressTexts(): Plugin {
  const asGzip = promisify(gzip);
  const asBrotli = promisify(brotliCompress);
  let directory = '';
  return {
    name: 'openlode:compress-texts',
    apply: 'build',
    configResolved(config) {
      directory = join(config.root, config.build.outDir);
    },
    // After everything is written, what is copied from `public` as well.
    async closeBundle() {
      const files = await readdir(directory, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|svg|webmanifest)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(directory, file);
          const text = await readFile(path);
          // A shorter one travels in one packet either way.
          if (text.length < 1000) return;
          await writeFile(`${path}.gz`, await asGzip(text, { level: 9 }));
          await writeFile(`${path}.br`, await asBrotli(text));
        }),
      );
    },
  };
}
