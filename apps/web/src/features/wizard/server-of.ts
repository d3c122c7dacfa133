import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import { isTlsTrusted } from '../../shared/api/site.ts';
import type { PortChoice, WizardAnswers } from './wizard-state.ts';

/** The server of the chosen region; the global one where none was chosen or it is gone. */
export function serverOf(algorithm: AlgorithmItem, region: string | null): AlgorithmServer {
  return algorithm.alternativeServers.find(({ url }) => url === region) ?? algorithm.globalServer;
}

/** The ports of a server, the recommended first: TLS where its certificate is publicly trusted, else TCP. */
export function portsOf(server: AlgorithmServer): readonly PortChoice[] {
  const tls = server.sslPorts.map((port) => ({ port, transport: 'tls' }) as const);
  const tcp = [server.defaultPort, ...server.alternativePorts]
    .filter((port) => port !== null)
    .map((port) => ({ port, transport: 'tcp' }) as const);
  return isTlsTrusted() ? [...tls, ...tcp] : [...tcp, ...tls];
}

/** The chosen port, the recommended one where none was chosen; null where nothing listens. */
export function portOf(server: AlgorithmServer, answers: Pick<WizardAnswers, 'port'>): PortChoice | null {
  return answers.port ?? portsOf(server)[0] ?? null;
}
