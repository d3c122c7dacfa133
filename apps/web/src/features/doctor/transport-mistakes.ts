import type { MistakeSentences } from './mistake-sentences.ts';

/** Mistakes in how the program connects: scheme, SSL and certificate. */
export const transportMistakes = {
  'refused-scheme': ({ program, scheme, use }) =>
    `${program} does not know the scheme ${scheme}://. Write ${use}://`,
  'http-scheme': ({ scheme, use }) =>
    `${scheme}:// is wrong for mining: the program would speak getwork, and the pool speaks Stratum. Write ${use}://`,
  'no-scheme': ({ program, use }) => `${program} needs a scheme before the server. Write ${use}://`,
  'needs-certificate-option': ({ program, option }) =>
    `${program} refuses the certificate of this pool unless ${option} is added. Use the TCP port, or see “Ports, TLS and TCP” in the support centre.`,
  'unsure-certificate': ({ program }) =>
    `No public authority vouches for the certificate of this pool, and we do not know whether ${program ?? 'this program'} accepts it. If it does not connect, use the TCP port.`,
  'tls-on-tcp-port': ({ by, port, use }) =>
    by === 'scheme'
      ? `The scheme asks for SSL, but port ${port} is a TCP port. Use ${use}:// or an SSL port.`
      : `The command switches SSL on, but port ${port} is a TCP port. Switch it off or use an SSL port.`,
  'tcp-on-tls-port': ({ by, port, use }) =>
    by === 'scheme'
      ? `The scheme asks for TCP, but port ${port} is an SSL port. Use ${use}:// or a TCP port.`
      : `The command does not ask for SSL, but port ${port} is an SSL port. Switch SSL on with the program’s own option, or use a TCP port.`,
} satisfies Partial<MistakeSentences>;
