import type { SiteTls } from '@openlode/contracts/site';
import type { Deployment } from './deployment.ts';

/** Below the site's root, where the certificate of the TLS ports is downloaded. */
export const certificatePath = '/v5/certificate';

/** What the site says of the TLS ports. */
export function presentTls(deployment: Deployment): SiteTls {
  const { distrust, fingerprint } = deployment.certificate();
  return { distrust, fingerprint, certificate: deployment.apiBase + certificatePath };
}
