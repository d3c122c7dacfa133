import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const prometheus = join(import.meta.dirname, '../../../../../deploy/prometheus');

it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'the alarms for Prometheus are raised and not raised as they should be',
  () => {
    const said = execFileSync('promtool', ['test', 'rules', 'openlode.rules.test.yml'], {
      cwd: prometheus,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(said).toContain('SUCCESS');
  },
);
