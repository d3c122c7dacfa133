import type { PeerCertificate } from 'node:tls';

/** Who looks at the operator's page, by the certificate of the connection. */
export interface Visitor {
  readonly name: string;
  readonly mayAct: boolean;
}

export interface VisitorNames {
  readonly readers: readonly string[];
  readonly acting: readonly string[];
}

/**
 * The owner of a certificate that the connection has already held against the authority. Undefined where it has not just one common name,
 * or one that the settings do not name: whose name is taken out of the settings is no visitor after the next start.
 */
export function visitorOf(
  certificate: Pick<PeerCertificate, 'subject'> | undefined,
  { readers, acting }: VisitorNames,
): Visitor | undefined {
  // Node.js answers a list where a subject has several, and an empty certificate where there is none.
  const name: unknown = (certificate?.subject as Readonly<Record<string, unknown>> | undefined)?.['CN'];
  if (typeof name !== 'string') return undefined;
  if (acting.includes(name)) return { name, mayAct: true };
  return readers.includes(name) ? { name, mayAct: false } : undefined;
}
