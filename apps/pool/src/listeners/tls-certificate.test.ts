import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTlsCertificate } from './tls-certificate.ts';

const now = Date.UTC(2026, 0, 15);

describe('the certificate of the TLS ports', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-tls-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is made once, for the names of the host, and readable by its owner only', async () => {
    const path = join(directory, 'stratum-tls.pem');
    const first = await readTlsCertificate(path, 'pool.example', now);
    const certificate = new X509Certificate(first.cert);
    expect(certificate.checkHost('pool.example')).toBe('pool.example');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('other.example')).toBeUndefined();
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2036);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(await readTlsCertificate(path, 'renamed.example', now)).toEqual(first);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused when the file holds something else', async () => {
    const path = join(directory, 'stratum-tls.pem');
    writeFileSync(path, 'nothing');
    await expect(readTlsCertificate(path, 'pool.example', now)).rejects.toThrow('must hold a private key');
  });
});
