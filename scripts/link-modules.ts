import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Gives a copy of a checkout the dependencies of that; our own packages are those of the copy. */
export function linkModules(root: string, copy: string): void {
  const [installed, modules] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(modules, '@openlode'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@openlode') symlinkSync(join(installed, name), join(modules, name));
  // These links are relative, so they lead into the copy.
  for (const name of readdirSync(join(installed, '@openlode')))
    symlinkSync(readlinkSync(join(installed, '@openlode', name)), join(modules, '@openlode', name));
}
