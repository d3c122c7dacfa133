import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignerAnswer, SignRequest } from '@openlode/signing/messages';
import { beginJournal, Journal } from '../journal/journal.ts';
import type { SigningKey } from '../keystore/keystore.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { Signer } from '../signer.ts';
import { signerFiles, type SignerFiles } from '../signer-files.ts';
import { addressOf, firstKey, foreignKey, network, secondKey } from './honest-request.ts';

export const owner = { id: 'ab'.repeat(16), journalKey: new Uint8Array(32).fill(9) };

/** A payment of at most 0.5, 1 a day, a fee of 0.001 and 100 units a virtual byte; sweeps to the key that is not the signer's. */
export const policyText = policyOf(network);

/** The same for another network of the family. */
export function policyOf(on: string): string {
  return `networks:
  ${on}:
    payment: 0.5
    day: 1
    fee: 0.001
    feeRate: 100
    sweepTo: [${addressOf(foreignKey, on)}]
`;
}

/** Noon of a day in 2026. */
export const noon = Date.UTC(2026, 10, 28, 12);

export interface TestSigner {
  readonly files: SignerFiles;
  /** In ms; a suite moves it. */
  now: number;
  sign(request: SignRequest): SignerAnswer;
  readonly signer: Signer;
  /** Closes it and opens another one over the same files. */
  restart(): void;
  close(): void;
}

/** A signer over a directory of its own; with two keys of Litecoin where nothing else is said. */
export function openTestSigner(
  keys: readonly SigningKey[] = [firstKey, secondKey].map((secret) => ({ network, secret })),
  policy = policyText,
): TestSigner {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-signer-'));
  const files = signerFiles(directory);
  beginJournal(files, owner, noon);
  let journal = Journal.open(files, owner);
  const open = (): Signer => new Signer({ keys, policy: readPolicy(policy), journal, now: () => kit.now });
  const kit = {
    files,
    now: noon,
    signer: undefined as unknown as Signer,
    sign: (request: SignRequest) => kit.signer.answer(request),
    restart: () => {
      journal.close();
      journal = Journal.open(files, owner);
      kit.signer = open();
    },
    close: () => {
      journal.close();
      rmSync(directory, { recursive: true });
    },
  };
  kit.signer = open();
  return kit;
}
