import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../../../scripts/root.ts';

describe('what the pool keeps', () => {
  it('has no copy, and no only copy, in Redis: only the live channel can speak to one, and no service to that [S5]', () => {
    const workspaces = ['apps', 'packages'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(ROOT, folder, name)),
    );
    const dependencies = [ROOT, ...workspaces].flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly devDependencies?: Readonly<Record<string, string>>;
      };
      return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    });
    expect(dependencies).toContain('pg');
    expect(dependencies.filter((name) => /redis|valkey|keyv|memcache/i.test(name))).toEqual(['redis']);

    const source = join(ROOT, 'apps/pool/src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [name, readFileSync(join(source, name), 'utf8')] as const);
    const importing = (what: RegExp) =>
      files
        .filter(([, text]) => what.test(text))
        .map(([name]) => name)
        .toSorted();
    expect(importing(/from 'redis'/)).toEqual(['edges/live/redis-stream.ts']);
    expect(importing(/\/redis-stream\.ts'/)).toEqual(['app/doctor.ts', 'edges/live/relay.ts']);
    // The root names only its type.
    expect(importing(/\/relay\.ts'/)).toEqual(['app.ts', 'app/open-live-relay.ts']);
  });
});
