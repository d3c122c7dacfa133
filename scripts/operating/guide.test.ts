import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { Guide, unmarkedBlocks } from './guide.ts';

const page = `# A guide

\`\`\`sh run=install
make install
\`\`\`

\`\`\`ini file=/etc/a.conf
a = 1
\`\`\`

\`\`\`sh
rm -rf /
\`\`\`

\`\`\`console
$ ls
\`\`\`
`;

describe('Guide', () => {
  it('gives each marked block and says which were not asked for', () => {
    const guide = new Guide(page);
    expect(guide.commands('install')).toBe('make install\n');
    expect(guide.untaken()).toEqual(['file=/etc/a.conf']);
    expect(guide.file('/etc/a.conf')).toBe('a = 1\n');
    expect(guide.untaken()).toEqual([]);
    expect(() => guide.commands('upgrade')).toThrow('the guide has no block marked run=upgrade');
  });

  it('refuses a mark that stands there twice', () => {
    expect(() => new Guide(page + page)).toThrow('two blocks are marked run=install');
  });

  it('names blocks without a mark', () => {
    expect(unmarkedBlocks(page)).toEqual(['rm -rf /']);
  });

  it('docs/operating.md has no block that is not followed or made by a command', () => {
    expect(unmarkedBlocks(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8'))).toEqual([]);
  });
});
