import { createPrivateKey, X509Certificate } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { isIP } from 'node:net';

/** Key and certificate chain of the TLS ports, PEM. */
export interface TlsCertificate {
  readonly key: string;
  readonly cert: string;
  /** When the first certificate of the chain expires, in ms since 1970. */
  readonly expiresAt: number;
  /** SHA-256 of the first certificate of the chain (DER), in lower-case hex: what XMRig's `--tls-fingerprint` takes. */
  readonly fingerprint: string;
}

/** The names of a certificate that the pool makes for itself. */
export interface TlsNames {
  /** Under which miners connect to this process: one that programs refuse under any of them is not trusted. */
  readonly miners: readonly [string, ...string[]];
  readonly others?: readonly string[];
}

/** The file of the certificate cannot be served; the message names the file, the fault and what to do. */
export class TlsCertificateError extends Error {
  override readonly name = 'TlsCertificateError';
}

const yearsValid = 10;

/**
 * Reads the certificate of the TLS ports, or makes a self-signed one at the first start, which is kept because miners may
 * pin it. An operator replaces the file: private key and certificate chain in PEM. Throws `TlsCertificateError` for a file that no
 * miner could connect with: no key, an encrypted key, no certificate, or a key of another certificate. An expired certificate
 * is served, because most mining programs do not check it.
 */
export async function readTlsCertificate(
  path: string,
  names: TlsNames,
  now: number,
): Promise<TlsCertificate> {
  if (!existsSync(path)) await makeCertificate(path, names, now);
  return parseTlsCertificate(path, readFileSync(path, 'utf8'));
}

/** The certificate in the text of the file at `path`. Throws `TlsCertificateError`. */
export function parseTlsCertificate(path: string, text: string): TlsCertificate {
  const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]+?-----END [A-Z ]*PRIVATE KEY-----\n?/.exec(text)?.[0];
  const certs = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g);
  if (key === undefined || certs === null)
    throw new TlsCertificateError(`${path} must hold a private key and a certificate, both in PEM`);
  const cert = certs.join('');
  const leaf = parse(path, 'certificate', () => new X509Certificate(cert));
  const privateKey = parse(path, 'private key', () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey))
    throw new TlsCertificateError(
      `${path}: the private key does not belong to the first certificate; put the server's certificate first, then its chain`,
    );
  const fingerprint = leaf.fingerprint256.replaceAll(':', '').toLowerCase();
  return { key, cert, expiresAt: Date.parse(leaf.validTo), fingerprint };
}

function parse<Part>(path: string, part: string, read: () => Part): Part {
  try {
    return read();
  } catch (error) {
    throw new TlsCertificateError(
      `${path}: the ${part} cannot be read (${(error as Error).message}); it must be PEM without a passphrase`,
      { cause: error },
    );
  }
}

async function makeCertificate(path: string, { miners, others = [] }: TlsNames, now: number): Promise<void> {
  const alternatives = [...new Set([...miners, ...others, 'localhost', '127.0.0.1', '::1'])].map((name) =>
    isIP(name) > 0 ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
  // Loaded only at the first start: this module takes as long to load as everything else that an operator's command needs.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: miners[0] }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 86_400_000),
    notAfterDate: new Date(now + yearsValid * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: alternatives },
    ],
  });
  // Whole or not at all, and never readable by others, not even for a moment.
  const part = `${path}.part`;
  const descriptor = openSync(part, 'w', 0o600);
  writeSync(descriptor, `${made.private.trim()}\n${made.cert.trim()}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, path);
}
