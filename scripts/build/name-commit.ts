import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Writes beside the built pool which commit it was built from, with `-dirty` where the tree had changes. Without git, or outside of a
 * repository, the file is not there and the build names none.
 */
export async function nameCommit(root: string): Promise<void> {
  const file = join(root, 'apps/pool/dist/commit');
  rmSync(file, { force: true });
  try {
    const { stdout } = await execute(
      'git',
      ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'],
      {
        cwd: root,
      },
    );
    writeFileSync(file, stdout);
  } catch {
    // Not known, then.
  }
}
