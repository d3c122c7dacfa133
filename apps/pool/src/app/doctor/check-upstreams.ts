import { type SocketEnd, UpstreamSocket } from '../../adapters/upstreams/upstream-socket.ts';
import type { UpstreamAddress } from '../../adapters/upstreams/upstream-address.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import { warning, well } from './diagnosis.ts';

const answerMs = 5000;

/** Whether each address of the pools whose work is given on can be reached, and shows the certificate that it should. No one logs in. */
export async function checkUpstreams(
  { upstreams = [] }: Pick<NodePool, 'upstreams'> = {},
  connectMs = answerMs,
): Promise<Diagnosis[]> {
  const asked = upstreams.flatMap(({ name, ended, addresses }) =>
    ended ? [] : addresses.map((address) => checkOne(`upstream ${name}`, address, connectMs)),
  );
  return Promise.all(asked);
}

async function checkOne(subject: string, address: UpstreamAddress, connectMs: number): Promise<Diagnosis> {
  const place = `${address.host}:${address.port}`;
  const end = await new Promise<SocketEnd | undefined>((resolve) => {
    const socket = new UpstreamSocket(
      address,
      {
        onOpen: () => {
          socket.destroy();
          resolve(undefined);
        },
        onLine: () => {},
        onEnd: resolve,
      },
      connectMs,
    );
  });
  if (end === undefined) {
    return address.tls === undefined
      ? warning(
          subject,
          `${place} can be reached, and anyone on the way can read and change what is said`,
          'Name its address with stratum+tls://, where that pool has one.',
        )
      : well(subject, `${place} can be reached, and its certificate is the right one`);
  }
  return warning(
    subject,
    `${place} cannot be reached: ${inWords(end)}`,
    'Compare the address, or its fingerprint, with what that pool says. The next address is used meanwhile.',
  );
}

function inWords(end: SocketEnd): string {
  switch (end.kind) {
    case 'error':
      return end.text;
    case 'connect-timeout':
      return 'it does not answer';
    case 'wrong-certificate':
      return `its certificate has the fingerprint ${end.fingerprint}`;
    case 'closed':
    case 'line-too-long':
    case 'does-not-read':
      return 'it closed the connection';
  }
}
