import { isIP } from 'node:net';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, rootCertificates, TLSSocket } from 'node:tls';
import type { DistrustReason } from '@openlode/mining/certificate-words';
import type { TlsCertificate } from './tls-certificate.ts';

/** OpenSSL's and Node's names of what they found; everything else is `not-verified`. */
const reasonsByCode: Readonly<Record<string, DistrustReason>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
};

/**
 * Whether a program that knows the public authorities accepts the certificate for `host`; null where it does. A handshake in
 * memory decides, so that OpenSSL judges chain, names and dates by the rules that most mining programs use. `roots` are the
 * certificates of the authorities in PEM, by default those that Node ships.
 */
export async function judgeCertificate(
  { key, cert }: Pick<TlsCertificate, 'key' | 'cert'>,
  host: string,
  roots: readonly string[] = rootCertificates,
): Promise<DistrustReason | null> {
  const [serverEnd, clientEnd] = duplexPair();
  const server = new TLSSocket(serverEnd, {
    isServer: true,
    secureContext: createSecureContext({ key, cert, minVersion: 'TLSv1.2' }),
  });
  const client = connect({
    socket: clientEnd,
    host,
    // A name only: an address is no server name.
    ...(isIP(host) === 0 && { servername: host }),
    ca: [...roots],
    rejectUnauthorized: false,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('secureConnect', resolve);
      client.once('error', reject);
      server.once('error', reject);
    });
    return client.authorized ? null : reasonOf(client.authorizationError);
  } finally {
    // What ends late is of no interest any more.
    for (const socket of [client, server]) socket.on('error', () => {}).destroy();
  }
}

/** Node's types promise an error; it is the code's text where OpenSSL found the fault. */
function reasonOf(error: unknown): DistrustReason {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : error;
  return reasonsByCode[String(code)] ?? 'not-verified';
}
