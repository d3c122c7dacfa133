import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type NodePool, parsePoolFile, type PoolFileFault } from './parse-pool-file.ts';
import type { SettingReader } from './setting-reader.ts';

/** What is mined on nodes of the operator. */
export interface NodeSettings {
  /** Undefined for a sandbox. */
  readonly nodePool: NodePool | undefined;
}

/** Reads `openlode.yaml` where `OPENLODE_CONFIG` names one. */
export function readNodeSettings(settings: SettingReader): NodeSettings {
  const path = settings.path('OPENLODE_CONFIG');
  if (path === undefined) return { nodePool: undefined };
  const read = readPoolFile(path);
  if (read.kind === 'pool') return { nodePool: read.pool };
  for (const { line, fault } of read.faults)
    settings.fault(`OPENLODE_CONFIG: ${path}${line === 0 ? '' : `, line ${line}`}: ${fault}`);
  return { nodePool: undefined };
}

/** What is wrong in a file, by line; none where a pool can start with it. */
export function checkPoolFile(path: string): readonly PoolFileFault[] {
  const read = readPoolFile(path);
  return read.kind === 'pool' ? [] : read.faults;
}

function readPoolFile(path: string): ReturnType<typeof parsePoolFile> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown fault' } = error as NodeJS.ErrnoException;
    return { kind: 'faults', faults: [{ line: 0, fault: `the file cannot be read (${code})` }] };
  }
  return parsePoolFile(text, (each) => resolve(dirname(path), each));
}
