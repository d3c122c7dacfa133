import type { AlgorithmServer } from '@openlode/contracts/http/algorithms';

export type PresentedPorts = Pick<
  AlgorithmServer,
  'defaultPort' | 'sslPorts' | 'alternativePorts' | 'highDiffPorts' | 'extraPorts'
>;

export const noPorts: PresentedPorts = {
  defaultPort: null,
  sslPorts: [],
  alternativePorts: [],
  highDiffPorts: [],
  extraPorts: [],
};

/** A pair of ports that really listen, as far as they are shown. */
export interface ListeningPort {
  readonly purpose: 'standard' | 'high-difficulty' | 'extra';
  readonly name: string;
  readonly tcp: number;
  readonly tls: number;
}

/**
 * What listens, sorted the way the specification shows ports. The standard TCP port is shown as the default one; `fallback` are ports for
 * miners whose network blocks the others.
 */
export function presentPorts(
  ports: readonly ListeningPort[],
  fallback: readonly { readonly port: number; readonly tls: boolean }[] = [],
): PresentedPorts {
  const fallbackOf = (isTls: boolean): readonly number[] =>
    fallback.filter(({ tls }) => tls === isTls).map(({ port }) => port);
  const of = (purpose: ListeningPort['purpose']): readonly ListeningPort[] =>
    ports.filter((port) => port.purpose === purpose);
  return {
    defaultPort: of('standard')[0]?.tcp ?? null,
    sslPorts: [...of('standard').map(({ tls }) => tls), ...fallbackOf(true)],
    alternativePorts: [...fallbackOf(false)],
    highDiffPorts: of('high-difficulty').flatMap(({ tcp, tls }) => [
      { port: tcp, ssl: false },
      { port: tls, ssl: true },
    ]),
    extraPorts: of('extra').map(({ name, tcp, tls }) => ({
      name,
      showType: true,
      ports: [
        { number: tcp, ssl: false },
        { number: tls, ssl: true },
      ],
    })),
  };
}
