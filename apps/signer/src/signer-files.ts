import { join } from 'node:path';
import { readPrivateFile, requirePrivate } from './keystore/private-file.ts';
import { openKeystore, type Secrets } from './keystore/keystore.ts';

/** The files of a signer in its directory. */
export interface SignerFiles {
  readonly directory: string;
  readonly keystore: string;
  readonly policy: string;
  readonly journal: string;
  readonly head: string;
}

export function signerFiles(directory: string): SignerFiles {
  return {
    directory,
    keystore: join(directory, 'keystore.json'),
    policy: join(directory, 'signer.yaml'),
    journal: join(directory, 'signer.journal'),
    head: join(directory, 'signer.journal.head'),
  };
}

/** Throws NotPrivate or KeystoreError. */
export function unlock(files: SignerFiles, passphrase: string): Secrets {
  requirePrivate(files.directory);
  return openKeystore(readPrivateFile(files.keystore), passphrase);
}
