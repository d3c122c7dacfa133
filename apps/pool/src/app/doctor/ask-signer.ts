import type { NetworkDescription } from '@openlode/signing/messages';
import { describeSigner } from '../../adapters/rails/signer-client.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { ill, warning } from './diagnosis.ts';

/** Asks the signer behind a socket for a network, and has its answer judged. */
export async function askSigner(
  subject: string,
  { socket, network }: { readonly socket: string; readonly network: string },
  judge: (described: NetworkDescription | undefined) => Diagnosis,
): Promise<Diagnosis> {
  try {
    return judge(await describeSigner(socket, network));
  } catch (error) {
    return ill(
      subject,
      (error as Error).message,
      `Start it, or correct ${socket} in the file of OPENLODE_CONFIG: nothing is signed.`,
    );
  }
}

/** Of a signer that has nothing for the network. */
export function unknownNetwork(subject: string, network: string): Diagnosis {
  return ill(
    subject,
    `it has no key or no policy for ${network}`,
    'Add a key (openlode signer add-key) and its limits.',
  );
}

/**
 * Of a signer with keys from before the one whose account pays, where the file names not all of their accounts, or one of which the signer has no
 * key; undefined where it names just those.
 *
 * @param named the older accounts of the file, and the one that pays as the last, each as the signer has it or in small letters
 */
export function unnamedAccounts(
  subject: string,
  { keys }: Pick<NetworkDescription, 'keys'>,
  named: readonly string[],
): Diagnosis | undefined {
  const isNamed = ({ address }: { readonly address: string }, names: readonly string[]): boolean =>
    names.includes(address) || names.includes(address.toLowerCase());
  const paying = keys.findIndex((key) => isNamed(key, named.slice(-1)));
  const unnamed = keys.slice(0, Math.max(0, paying)).filter((key) => !isNamed(key, named));
  const strangers = named.slice(0, -1).filter((name) => !keys.some((key) => isNamed(key, [name])));
  if (unnamed.length === 0 && strangers.length === 0) return undefined;
  if (unnamed.length === 0)
    return warning(
      subject,
      `it has no key of what the file names under olderAccounts: ${strangers.join(', ')}`,
      "Correct it there: what another's account sends is taken for what has left the pool, and nothing is paid to it.",
    );
  return warning(
    subject,
    `it has older keys, and the file does not name their accounts: ${unnamed.map(({ address }) => address).join(', ')}`,
    'Name them under olderAccounts where a backup is kept from before their keys were replaced: what they have paid since would be paid again.',
  );
}

/** Of a signer whose list for sweeps lacks an address of the floats. */
export function unlistedCold(subject: string, cold: string): Diagnosis {
  return ill(
    subject,
    `its list for sweeps does not have ${cold}, which is cold in the floats of the file`,
    'Nothing is swept there: add it to sweepTo in signer.yaml, or correct it in openlode.yaml.',
  );
}
