import { generate } from 'selfsigned';

export interface Made {
  readonly key: string;
  readonly cert: string;
}

/** A certificate of a person or of a server, signed by `ca`; without one, of an authority. */
export async function makeCertificate(name: string, ca?: Made): Promise<Made> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    notAfterDate: new Date(Date.now() + 86_400_000),
    ...(ca !== undefined && { ca }),
    extensions: [
      { name: 'basicConstraints', cA: ca === undefined, critical: true },
      ca === undefined
        ? { name: 'keyUsage', keyCertSign: true, critical: true }
        : { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { key: made.private, cert: made.cert };
}
