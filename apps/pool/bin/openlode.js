#!/usr/bin/env node
// `npx openlode …` in a checkout: the operator's commands as they were built last. `npm run pool -- …` builds them first.
import { existsSync } from 'node:fs';

const built = new URL('../dist/openlode.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('The commands are not built yet: run `npm run build` first.\n');
  process.exit(2);
}
