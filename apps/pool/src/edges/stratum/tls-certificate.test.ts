import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTlsCertificate } from './tls-certificate.ts';
import { openTlsContext } from './tls-context.ts';

const now = Date.UTC(2026, 0, 15);

describe('the certificate of the TLS ports', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-tls-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is made once, for the names of the host, and readable by its owner only', async () => {
    const path = join(directory, 'stratum-tls.pem');
    const first = await readTlsCertificate(path, { miners: ['pool.example'] }, now);
    const certificate = new X509Certificate(first.cert);
    expect(certificate.checkHost('pool.example')).toBe('pool.example');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('other.example')).toBeUndefined();
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2036);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(await readTlsCertificate(path, { miners: ['renamed.example'] }, now)).toEqual(first);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused when the file holds something else', async () => {
    const path = join(directory, 'stratum-tls.pem');
    writeFileSync(path, 'nothing');
    await expect(readTlsCertificate(path, { miners: ['pool.example'] }, now)).rejects.toThrow(
      'must hold a private key',
    );
  });

  it('is refused with the key of another certificate, or with an encrypted key', async () => {
    const [one, other] = [join(directory, 'one.pem'), join(directory, 'other.pem')];
    const first = await readTlsCertificate(one, { miners: ['pool.example'] }, now);
    const second = await readTlsCertificate(other, { miners: ['pool.example'] }, now);
    writeFileSync(one, first.key + second.cert);
    await expect(readTlsCertificate(one, { miners: ['pool.example'] }, now)).rejects.toThrow(
      `${one}: the private key does not belong to the first certificate`,
    );
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
    });
    writeFileSync(one, privateKey + first.cert);
    await expect(readTlsCertificate(one, { miners: ['pool.example'] }, now)).rejects.toThrow(
      'without a passphrase',
    );
  });
});

describe('the certificate in use', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-tls-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('follows its file, and stays where the new file cannot be served', async () => {
    const path = join(directory, 'stratum-tls.pem');
    const tls = await openTlsContext(path, { miners: ['pool.example'] }, { now: () => now });
    const first = tls.context();
    const own = tls.published();
    expect(own.fingerprint).toBe(
      new X509Certificate(own.cert).fingerprint256.replaceAll(':', '').toLowerCase(),
    );
    expect(tls.distrust()).toBe('self-signed');
    expect(await tls.refresh()).toBe('unchanged');
    expect(new Date(tls.expiresAt()).toISOString()).toBe('2036-01-13T00:00:00.000Z');

    writeFileSync(path, 'half a file');
    await expect(tls.refresh()).rejects.toThrow('must hold a private key');
    expect(tls.context()).toBe(first);

    rmSync(path);
    await readTlsCertificate(path, { miners: ['renewed.example'] }, now + 86_400_000);
    expect(await tls.refresh()).toBe('replaced');
    expect(tls.context()).not.toBe(first);
    expect(tls.published().fingerprint).not.toBe(own.fingerprint);
    expect(new Date(tls.expiresAt()).toISOString()).toBe('2036-01-14T00:00:00.000Z');
  });

  it('is judged again when its file changes, and not trusted any more once it has expired', async () => {
    const path = join(directory, 'stratum-tls.pem');
    const year = 365 * 86_400_000;
    const real = Date.now();
    const [known, stranger] = [join(directory, 'known.pem'), join(directory, 'stranger.pem')];
    const { cert } = await readTlsCertificate(known, { miners: ['pool.example'] }, real);
    await readTlsCertificate(stranger, { miners: ['pool.example'] }, real);
    writeFileSync(path, readFileSync(stranger, 'utf8'));
    let time = real;
    const tls = await openTlsContext(path, { miners: ['pool.example'] }, { now: () => time }, [cert]);
    expect(tls.distrust()).toBe('self-signed');

    rmSync(path);
    writeFileSync(path, readFileSync(known, 'utf8'));
    expect(await tls.refresh()).toBe('replaced');
    expect(tls.distrust()).toBeNull();
    time += 11 * year;
    expect(tls.distrust()).toBe('expired');
  });
});
