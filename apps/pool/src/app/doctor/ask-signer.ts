import type { NetworkDescription } from '@openlode/signing/messages';
import { describeSigner } from '../../adapters/rails/signer-client.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { ill } from './diagnosis.ts';

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
