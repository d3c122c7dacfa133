import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import type { PortChoice, WizardAnswers } from './wizard-state.ts';

/** The server of the chosen region; the global one where none was chosen or it is gone. */
export function serverOf(algorithm: AlgorithmItem, region: string | null): AlgorithmServer {
  return algorithm.alternativeServers.find(({ url }) => url === region) ?? algorithm.globalServer;
}

/** The ports of a server, the recommended first: TLS before TCP. */
export function portsOf(server: AlgorithmServer): readonly PortChoice[] {
  return [
    ...server.sslPorts.map((port) => ({ port, transport: 'tls' }) as const),
    ...[server.defaultPort, ...server.alternativePorts].map((port) => ({ port, transport: 'tcp' }) as const),
  ];
}

/** The chosen port; the first TLS port where none was chosen, without one the default port. */
export function portOf(server: AlgorithmServer, answers: Pick<WizardAnswers, 'port'>): PortChoice {
  return answers.port ?? portsOf(server)[0] ?? { port: server.defaultPort, transport: 'tcp' };
}
