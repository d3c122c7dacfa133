import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeCertificate } from './certificate-trust.ts';

const day = 86_400_000;
const now = Date.now();

interface Made {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for pool.example, signed by `ca`, else by itself. */
async function make(ca: Made | undefined, from: number, until: number, isAuthority = false): Promise<Made> {
  const made = await generate([{ name: 'commonName', value: isAuthority ? 'Suite CA' : 'pool.example' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(until),
    ...(ca !== undefined && { ca }),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      isAuthority
        ? { name: 'keyUsage', keyCertSign: true, critical: true }
        : { name: 'keyUsage', digitalSignature: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'pool.example' },
          { type: 7, ip: '192.0.2.7' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}

describe('what a program that checks certificates makes of ours', () => {
  let authority: Made;
  let signed: Made;
  beforeAll(async () => {
    authority = await make(undefined, now - day, now + day, true);
    signed = await make(authority, now - day, now + day);
  });

  it('is trust where a public authority vouches for it under the name of the host', async () => {
    expect(await judgeCertificate(signed, 'pool.example', [authority.cert])).toBeNull();
    expect(await judgeCertificate(signed, '192.0.2.7', [authority.cert])).toBeNull();
  });

  it.each([
    ['another name', 'other.example', 'other-host'],
    ['another address', '192.0.2.8', 'other-host'],
  ])('is distrust under %s', async (_what, host, reason) => {
    expect(await judgeCertificate(signed, host, [authority.cert])).toBe(reason);
  });

  it('is distrust where no known authority signed it', async () => {
    expect(await judgeCertificate(signed, 'pool.example')).toBe('unknown-issuer');
    const chain = { key: signed.key, cert: signed.cert.trim() + '\n' + authority.cert };
    expect(await judgeCertificate(chain, 'pool.example')).toBe('unknown-issuer');
    expect(await judgeCertificate(chain, 'pool.example', [authority.cert])).toBeNull();
  });

  it('is distrust where it signed itself, which is what the first start makes', async () => {
    const own = await make(undefined, now - day, now + day);
    expect(await judgeCertificate(own, 'pool.example')).toBe('self-signed');
  });

  it('is distrust outside of its days', async () => {
    const roots = [authority.cert];
    expect(await judgeCertificate(await make(authority, now - 2 * day, now - 1), 'pool.example', roots)).toBe(
      'expired',
    );
    const early = await make(authority, now + day / 2, now + day);
    expect(await judgeCertificate(early, 'pool.example', roots)).toBe('not-yet-valid');
  });
});
