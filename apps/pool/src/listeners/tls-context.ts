import { stat } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '../services/ports/clock.ts';
import { readTlsCertificate, type TlsCertificate } from './tls-certificate.ts';

/** In the data directory: private key and certificate chain, PEM. */
export const tlsCertificateFile = 'stratum-tls.pem';

/** The certificate that new TLS connections are offered. It follows its file, so that a renewal needs no restart. */
export interface TlsContext {
  context(): SecureContext;
  /** When the certificate in use expires, in ms since 1970. */
  expiresAt(): number;
  /** Reads the file again if it was changed since. A file that cannot be served throws, and the previous certificate stays. */
  refresh(): Promise<'unchanged' | 'replaced'>;
}

/** Reads the certificate at `path`, or makes one. Throws `TlsCertificateError`. */
export async function openTlsContext(path: string, host: string, clock: Clock): Promise<TlsContext> {
  let certificate = await readTlsCertificate(path, host, clock.now());
  let context = contextOf(certificate);
  let version = await versionOf(path);
  return {
    context: () => context,
    expiresAt: () => certificate.expiresAt,
    refresh: async () => {
      const found = await versionOf(path);
      if (found === version) return 'unchanged';
      const next = await readTlsCertificate(path, host, clock.now());
      [context, certificate, version] = [contextOf(next), next, found];
      return 'replaced';
    },
  };
}

function contextOf({ key, cert }: TlsCertificate): SecureContext {
  return createSecureContext({ key, cert, minVersion: 'TLSv1.2' });
}

/** A renamed file has another inode, a rewritten one another time. */
async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino} ${mtimeMs} ${size}`;
}
