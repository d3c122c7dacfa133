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

/** Of a signer whose list for sweeps lacks an address of the floats. */
export function unlistedCold(subject: string, cold: string): Diagnosis {
  return ill(
    subject,
    `its list for sweeps does not have ${cold}, which is cold in the floats of the file`,
    'Nothing is swept there: add it to sweepTo in signer.yaml, or correct it in openlode.yaml.',
  );
}
