import type { MiningProgram, ProgramAlgorithm, Transport } from './mining-program.ts';
import { printUserString } from './user-string.ts';

/** Who mines and where to. Any text is safe here; the words are quoted when they are written. */
export interface TemplateValues {
  readonly coin: string;
  readonly address: string;
  readonly memo: string | null;
  readonly worker: string;
  readonly referralCode: string | null;
  readonly host: string;
  /** `PORT` where nothing listens: no number is made up. */
  readonly port: number | 'PORT';
}

export interface TemplateInput {
  readonly program: MiningProgram;
  readonly algorithm: ProgramAlgorithm;
  readonly transport: Transport;
  readonly values: TemplateValues;
  /** The pool's certificate, where no public authority vouches for it; null or missing where one does. */
  readonly ownCertificate?: PoolCertificate | null;
}

/** A certificate that programs have to be told to accept. */
export interface PoolCertificate {
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
}

/** The file name under which the pool's certificate is downloaded. */
export const certificateFileName = 'openlode.pem';

/** Pools do not look at the password, but most programs insist on one. */
const password = 'x';

/** Fills the placeholders of a program's command or configuration file; unknown ones stay as they are. */
export function fillTemplate(template: string, input: TemplateInput): string {
  const { values } = input;
  const user = printUserString(values);
  // Where the user stands in front of the host, it is part of a URL, and an @ of its own would end it.
  const isInUrl = template.includes('{user}@');
  const filled: Readonly<Record<string, string>> = {
    algo: input.algorithm.flag,
    host: values.host,
    port: String(values.port),
    user: isInUrl ? user.replaceAll('@', '%40') : user,
    pass: password,
    scheme: input.program.schemes?.[input.transport] ?? '',
    wallet: `${values.coin}:${values.address}${values.memo === null ? '' : `:${values.memo}`}`,
    workerref: `${values.worker}${values.referralCode === null ? '' : `#${values.referralCode}`}`,
    tls: String(input.transport === 'tls'),
    fingerprint: input.ownCertificate?.fingerprint ?? '',
    certificate: certificateFileName,
  };
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => filled[name] ?? placeholder);
}

/** The option, unfilled, by which the program is told to accept the pool's certificate; null where none is needed or known. */
export function certificateOption({
  program,
  transport,
  ownCertificate = null,
}: Pick<TemplateInput, 'program' | 'transport' | 'ownCertificate'>): string | null {
  if (transport === 'tcp' || ownCertificate === null) return null;
  const { ownCertificate: rule } = program;
  switch (rule.kind) {
    case 'accepts':
      return rule.pin;
    case 'switch':
    case 'file':
      return rule.option;
    case 'unknown':
      return null;
  }
}
