import { X509Certificate } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** Key and certificate of the TLS ports, PEM. */
export interface TlsCertificate {
  readonly key: string;
  readonly cert: string;
}

const yearsValid = 10;

/**
 * Reads the certificate that miners meet, or makes it at the first start: self-signed, because a pool at home has no name
 * that an authority could vouch for, and kept for ever, because miners may pin it. An operator replaces the file by one of
 * their own: key and certificate chain in PEM.
 */
export async function readTlsCertificate(path: string, host: string, now: number): Promise<TlsCertificate> {
  if (!existsSync(path)) await makeCertificate(path, host, now);
  const text = readFileSync(path, 'utf8');
  const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----\n?/.exec(text)?.[0];
  const certs = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g);
  if (key === undefined || certs === null)
    throw new Error(`${path} must hold a private key and a certificate`);
  const cert = certs.join('');
  // Throws on anything that is no certificate, before a miner meets it.
  new X509Certificate(cert).toString();
  return { key, cert };
}

async function makeCertificate(path: string, host: string, now: number): Promise<void> {
  const names = [...new Set([host, 'localhost', '127.0.0.1', '::1'])].map((name) =>
    isIP(name) > 0 ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 86_400_000),
    notAfterDate: new Date(now + yearsValid * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names },
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
