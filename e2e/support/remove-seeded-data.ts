import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededPrefix } from './seeded-data.ts';

/** At the end of a run of journeys, in its main process: removes what its workers recorded. */
export default function removeSeededData(): void {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(seededPrefix(process.pid)));
  for (const name of folders) rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 });
}
