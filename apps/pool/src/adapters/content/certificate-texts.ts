import { serverName } from '@openlode/catalogue/server-name';
import { distrustWords } from '@openlode/mining/certificate-words';
import { certificateFileName } from '@openlode/mining/template-values';
import { certificateTable } from './program-tables.ts';
import type { SupportFacts } from './deployment-facts.ts';

type Facts = Pick<SupportFacts, 'host' | 'miningHost' | 'certificate'>;

/** Where the certificate is downloaded, below the root of the site. */
const download = '/api/v5/certificate';

/** Which kind of port to take, as far as the certificate decides it. */
export function connectionAdvice({ certificate }: Facts): string {
  return certificate().distrust === null
    ? 'Take TLS where your program can speak it. It keeps your provider from reading along and keeps others from changing what you mine for, and it costs no measurable hashrate.'
    : 'Take TCP, unless your program is told about [the certificate of this pool](/support/article/ports-and-ssl#the-certificate): programs that check certificates refuse it. TLS keeps your provider from reading along and keeps others from changing what you mine for, and it costs no measurable hashrate, so it is worth the extra option.';
}

/** What the certificate of the TLS ports is, and what programs need because of it. */
export function certificateSection(facts: Facts): string {
  const { distrust, fingerprint } = facts.certificate();
  const name = serverName(facts.miningHost ?? facts.host, '*');
  if (distrust === null)
    return `A public authority vouches for the certificate of this pool under the name \`${name}\`: programs accept it without any option.`;
  return [
    `${distrustWords(distrust, name)} A program that checks certificates refuses it, until it is told otherwise. [Download the certificate](${download}), keep it as \`${certificateFileName}\` beside the program, and compare its SHA-256 fingerprint:`,
    code(fingerprint),
    'This prints the fingerprint of the file:',
    code(`openssl x509 -in ${certificateFileName} -outform DER | openssl dgst -sha256`),
    'What to add to the command, where we know it:',
    certificateTable(fingerprint),
    'With any other program use the TCP port, or ask its maker. An option that switches the check off keeps the connection encrypted, but the program can then not detect a man-in-the-middle attack.',
  ].join('\n\n');
}

function code(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
