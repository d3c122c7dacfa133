import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const unit = /`\/etc\/systemd\/system\/(openlode-signer\.\w+)`[^\n]*\n\n```ini\n([^`]+)```/g;

/** The units of the signer as its guide has them, by the names of their files. Throws where it has not both. */
export function signerUnits(): ReadonlyMap<string, string> {
  const guide = readFileSync(join(ROOT, 'docs/signer.md'), 'utf8');
  const units = new Map([...guide.matchAll(unit)].map(([, file = '', text = '']) => [file, text]));
  if (units.size !== 2) throw new Error(`the guide has ${[...units.keys()].join(', ')}`);
  return units;
}
