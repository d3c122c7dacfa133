import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../../scripts/root.ts';

describe('what the pool keeps', () => {
  it('has no copy, and no only copy, in Redis: nothing in the pool can speak to one [S5]', () => {
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
    expect(dependencies.filter((name) => /redis|valkey|keyv|memcache/i.test(name))).toEqual([]);
  });
});
