import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Clock } from '../domain/kernel/clock.ts';
import { type HealthSource, readHealth } from '../edges/http/routes/health.ts';
import type { AdminActions } from '../edges/operator/admin-socket.ts';
import { buildOperatorPage, type OperatorPage } from '../edges/operator/page/build-operator-page.ts';
import { parseTlsCertificate, TlsCertificateError } from '../edges/stratum/tls-certificate.ts';
import type { OperatorPageConfig } from '../settings/operator-page-settings.ts';
import type { ClosingOrder } from './closing-order.ts';

/** The operator's page of this process; it does not listen yet. Throws a `TlsCertificateError` for files that it cannot be served with. */
export async function openOperatorPage(
  { certificate, authority, readers, acting }: OperatorPageConfig,
  {
    actions,
    health,
    clock,
    log,
    order,
  }: {
    readonly actions: AdminActions;
    readonly health: HealthSource;
    readonly clock: Clock;
    readonly log: Logger;
    readonly order: ClosingOrder;
  },
): Promise<OperatorPage> {
  const { key, cert } = parseTlsCertificate(certificate, readFileSync(certificate, 'utf8'));
  const page = await buildOperatorPage({
    key,
    cert,
    authority: readAuthority(authority),
    readers,
    acting,
    actions,
    health: () => readHealth(health),
    now: () => clock.now(),
    log,
  });
  order.add('operator’s page', () => page.close());
  return page;
}

/** Throws a `TlsCertificateError` where the file holds none, or anything that is no authority: it would be trusted as the only person. */
function readAuthority(path: string): string {
  const text = readFileSync(path, 'utf8');
  const held = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (held.length === 0 || !held.every(isAuthority))
    throw new TlsCertificateError(
      `${path} must hold certificates of authorities (CA:TRUE) in PEM and no others: they sign the certificates of people`,
    );
  return text;
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
