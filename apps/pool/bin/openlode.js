#!/usr/bin/env node
// The operator’s commands in a checkout as they were built last (docs/operating.md has the function that calls it); `npm run pool -- …` builds them first.
// The signer is a program of its own: it imports nothing of apps/pool.
import { existsSync } from 'node:fs';

const isSigner = process.argv[2] === 'signer';
if (isSigner) process.argv.splice(2, 1);
const built = new URL(isSigner ? '../../signer/dist/main.js' : '../dist/openlode.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('The commands are not built yet: run `npm run build` first.\n');
  process.exit(2);
}
