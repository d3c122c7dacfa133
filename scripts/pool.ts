// npm run pool -- COMMAND: builds what is stale, then runs one of the operator's commands.
import { buildStale } from './build/build-stale.ts';

// What was built is no part of the answer: a command's output may be read by a program.
const log = console.log;
console.log = console.error;
await buildStale();
console.log = log;
const cli = new URL('../apps/pool/bin/openlode.js', import.meta.url);
await import(cli.href);
