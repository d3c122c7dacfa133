import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { Config } from '../../config.ts';
import { parseTlsCertificate } from '../../edges/stratum/tls-certificate.ts';
import { tlsCertificateFile } from '../../edges/stratum/tls-context.ts';
import { ill, warning, well } from './diagnosis.ts';

const gibibyte = 2 ** 30;
const warnDaysBefore = 14;
const dayMs = 86_400_000;

export function checkDirectory({ dataDirectory }: Config, runs: boolean): Diagnosis[] {
  if (!existsSync(dataDirectory))
    return [
      warning(
        'data directory',
        `${dataDirectory} is not there`,
        'It is made at the first start; check OPENLODE_DATA if there was one.',
      ),
    ];
  const found: Diagnosis[] = [];
  const mode = statSync(dataDirectory).mode & 0o777;
  if ((mode & 0o077) !== 0)
    found.push(
      warning(
        'data directory',
        `others may look into ${dataDirectory} (mode ${mode.toString(8)})`,
        `chmod 700 ${dataDirectory}`,
      ),
    );
  const secret = join(dataDirectory, 'secret');
  if (!existsSync(secret))
    found.push(
      warning(
        'secret',
        'there is none yet',
        'It is made at the first start; if miners exist, restore it from a backup first.',
      ),
    );
  else if ((statSync(secret).mode & 0o077) !== 0)
    found.push(ill('secret', 'others may read it', `chmod 600 ${secret}`));
  else found.push(well('secret', 'there, and for its owner only'));
  return [...found, well('pool', runs ? 'runs on this directory' : 'does not run on this directory')];
}

/** The certificate of the TLS ports: whether miners can use it, for how long, and whether it has this server's name. */
export function checkCertificate({ dataDirectory, host }: Config, now: number): Diagnosis[] {
  const path = join(dataDirectory, tlsCertificateFile);
  if (!existsSync(path)) return [];
  const subject = 'certificate';
  try {
    const { cert, expiresAt } = parseTlsCertificate(path, readFileSync(path, 'utf8'));
    const leaf = new X509Certificate(cert);
    const day = new Date(expiresAt).toISOString().slice(0, 10);
    if (expiresAt < now) return [ill(subject, `expired on ${day}`, `Put a renewed one into ${path}.`)];
    if (leaf.checkHost(host) === undefined && leaf.checkIP(host) === undefined)
      return [
        warning(
          subject,
          `does not name ${host}`,
          `Replace ${path}, or remove it: the next start makes a self-signed one.`,
        ),
      ];
    if (expiresAt < now + warnDaysBefore * dayMs)
      return [warning(subject, `expires on ${day}`, `Put a renewed one into ${path}.`)];
    return [well(subject, `valid until ${day}`)];
  } catch (error) {
    return [ill(subject, (error as Error).message, 'Miners cannot connect over TLS until it is repaired.')];
  }
}

export async function checkDisk({ dataDirectory }: Config): Promise<Diagnosis> {
  const place = existsSync(dataDirectory) ? dataDirectory : '.';
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const text = `${(free / gibibyte).toFixed(1)} GiB free`;
  if (free < gibibyte)
    return ill('disk', text, 'Make room now: on a full disk shares wait and are refused in the end.');
  if (free < 5 * gibibyte) return warning('disk', text, 'Make room, or move OPENLODE_DATA to a larger disk.');
  return well('disk', text);
}
