import { stat } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { DistrustReason } from '@openlode/mining/certificate-words';
import type { Clock } from '../../domain/kernel/clock.ts';
import { judgeCertificate } from './certificate-trust.ts';
import { readTlsCertificate, type TlsCertificate, type TlsNames } from './tls-certificate.ts';

/** In the data directory: private key and certificate chain, PEM. */
export const tlsCertificateFile = 'stratum-tls.pem';

/** The certificate that new TLS connections are offered. It follows its file, so that a renewal needs no restart. */
export interface TlsContext {
  context(): SecureContext;
  /** When the certificate in use expires, in ms since 1970. */
  expiresAt(): number;
  /** What of it is public: the chain in PEM, and the SHA-256 fingerprint of its first certificate in lower-case hex. */
  published(): { readonly cert: string; readonly fingerprint: string };
  /** Why a program that checks certificates refuses it for the pool's host; null where it is publicly trusted. */
  distrust(): DistrustReason | null;
  /** Reads the file again if it was changed since. A file that cannot be served throws, and the previous certificate stays. */
  refresh(): Promise<'unchanged' | 'replaced'>;
}

/** Reads the certificate at `path`, or makes one. `roots`: see `judgeCertificate`. Throws `TlsCertificateError`. */
export async function openTlsContext(
  path: string,
  names: TlsNames,
  clock: Clock,
  roots?: readonly string[],
): Promise<TlsContext> {
  let certificate = await readTlsCertificate(path, names, clock.now());
  let context = contextOf(certificate);
  let judged = await judgeFor(names, certificate, roots);
  let version = await versionOf(path);
  return {
    context: () => context,
    expiresAt: () => certificate.expiresAt,
    published: () => certificate,
    // It expires while the pool runs, without its file being changed.
    distrust: () => judged ?? (clock.now() < certificate.expiresAt ? null : 'expired'),
    refresh: async () => {
      const found = await versionOf(path);
      if (found === version) return 'unchanged';
      const next = await readTlsCertificate(path, names, clock.now());
      const verdict = await judgeFor(names, next, roots);
      [context, certificate, judged, version] = [contextOf(next), next, verdict, found];
      return 'replaced';
    },
  };
}

/** The first fault under any name that miners of this process use; null where there is none. */
async function judgeFor(
  { miners }: TlsNames,
  certificate: TlsCertificate,
  roots: readonly string[] | undefined,
): Promise<DistrustReason | null> {
  for (const name of miners) {
    const reason = await judgeCertificate(certificate, name, roots);
    if (reason !== null) return reason;
  }
  return null;
}

function contextOf({ key, cert }: TlsCertificate): SecureContext {
  return createSecureContext({ key, cert, minVersion: 'TLSv1.2' });
}

/** A renamed file has another inode, a rewritten one another time. */
async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino} ${mtimeMs} ${size}`;
}
