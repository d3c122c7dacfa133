import type { OwnCertificate } from './mining-program.ts';
import { certificateFileName } from './template-values.ts';

/*
 * The words about a certificate that the site and the articles share: what stands on the connection card, in the setup and in
 * a guide is the same.
 */

/** Why a program that checks certificates refuses the pool's. */
export type DistrustReason =
  | 'self-signed'
  | 'unknown-issuer'
  | 'other-host'
  | 'expired'
  | 'not-yet-valid'
  | 'not-verified';

/** One sentence on the certificate of the TLS ports of `host`. */
export function distrustWords(reason: DistrustReason, host: string): string {
  switch (reason) {
    case 'self-signed':
      return 'This pool signed its certificate itself: no public authority vouches for it.';
    case 'unknown-issuer':
      return 'The certificate of this pool does not lead to a public authority.';
    case 'other-host':
      return `The certificate of this pool is not made out to ${host}.`;
    case 'expired':
      return 'The certificate of this pool has expired.';
    case 'not-yet-valid':
      return 'The certificate of this pool is not valid yet.';
    case 'not-verified':
      return 'The certificate of this pool could not be verified.';
  }
}

/** What a program needs to connect through TLS all the same, and what that is worth. `name` is the program's. */
export function ownCertificateWords(name: string, rule: OwnCertificate): string {
  switch (rule.kind) {
    case 'accepts':
      return rule.pin === null
        ? `${name} accepts any certificate: the connection is encrypted, but ${name} cannot detect a man-in-the-middle attack.`
        : `${name} accepts any certificate; ${optionName(rule.pin)} makes it accept this pool’s alone.`;
    case 'switch':
      return `${name} refuses this certificate, unless ${optionName(rule.option)} switches the check off: the connection is then encrypted, but ${name} cannot detect a man-in-the-middle attack.`;
    case 'file':
      return `Save the certificate as ${certificateFileName} beside the program: ${optionName(rule.option)} makes ${name} accept this one and no other.`;
    case 'unknown':
      return `Its maker does not say whether ${name} accepts such a certificate. If it refuses, use the TCP port.`;
  }
}

/** `--cert` of `--cert={certificate}`. */
export function optionName(option: string): string {
  return option.split(/[= ]/, 1)[0] ?? option;
}
