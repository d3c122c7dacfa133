import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

// e2e/container.long.test.ts builds and runs it.
describe('deploy/container/Containerfile', () => {
  const file = read('deploy/container/Containerfile');
  const last = file.slice(file.lastIndexOf('\nFROM '));

  it('runs what the unit of systemd runs, as a user of its own', () => {
    const [, unit = ''] =
      /^ExecStart=\/usr\/bin\/(.+)$/m.exec(read('deploy/systemd/openlode@.service')) ?? [];
    const [, command = '[]'] = /^CMD (.+)$/m.exec(last) ?? [];
    expect((JSON.parse(command) as string[]).join(' ')).toBe(unit);
    expect(/^USER (.+)$/m.exec(last)?.[1]).toBe('openlode');
  });

  it('has every folder that the pool reads where it looks for it', () => {
    // Beside apps/pool/dist, by the process itself (src/main.ts).
    const wanted = [...read('apps/pool/src/main.ts').matchAll(/new URL\('(\.\.\/[^']+)'/g)].map(
      ([, path = '']) => join('apps/pool/dist', path),
    );
    expect(wanted).toEqual(['apps/web/dist', 'content/news/', 'content/support/']);
    const copied = [...last.matchAll(/^COPY --from=build \/opt\/openlode\/app\/(\S+) /gm)].map(
      ([, path = '']) => path,
    );
    for (const path of ['apps/pool/dist/main.js', 'apps/pool/bin/openlode.js', ...wanted])
      expect(
        copied.some((each) => path === each || path.startsWith(`${each}/`)),
        path,
      ).toBe(true);
  });
});
