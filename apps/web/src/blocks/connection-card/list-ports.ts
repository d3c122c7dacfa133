import type { AlgorithmServer } from '@openlode/contracts/http/algorithms';

/** A port that the four lines do not show. */
export interface OtherPort {
  readonly port: number;
  readonly kind: 'SSL' | 'TCP';
}

export interface PortGroup {
  /** What they are for. */
  readonly title: string;
  readonly ports: readonly OtherPort[];
  /** Whether SSL or TCP is written beside them. */
  readonly showType: boolean;
}

/** The ports of a server besides the recommended one of each transport, with what they are for. */
export function listPorts(server: AlgorithmServer): readonly PortGroup[] {
  const ssl = server.sslPorts.slice(1).map((port) => ({ port, kind: 'SSL' }) as const);
  const tcp = server.alternativePorts.map((port) => ({ port, kind: 'TCP' }) as const);
  const high = server.highDiffPorts.map(({ port, ssl: isSsl }) => ({ port, kind: kindOf(isSsl) }));
  return [
    { title: 'Where a network blocks the usual ports', ports: [...ssl, ...tcp], showType: true },
    { title: 'High difficulty, for large machines and farms', ports: high, showType: true },
    ...server.extraPorts.map((extra) => ({
      title: extra.name,
      ports: extra.ports.map(({ number, ssl: isSsl }) => ({ port: number, kind: kindOf(isSsl) })),
      showType: extra.showType,
    })),
  ].filter((group) => group.ports.length > 0);
}

/** What the closed row says: `SSL 443, TCP 13333 and 80`. */
export function portsInWords(groups: readonly PortGroup[]): string {
  const all = groups.flatMap((group) => group.ports);
  const [first, ...rest] = (['SSL', 'TCP'] as const).flatMap((kind) => {
    const numbers = all.filter((port) => port.kind === kind).map(({ port }) => String(port));
    return numbers.length === 0 ? [] : [`${kind} ${joined(numbers)}`];
  });
  return [first, ...rest].filter((words) => words !== undefined).join(', ');
}

function joined(words: readonly string[]): string {
  if (words.length > 4) return `${words.slice(0, 3).join(', ')} and ${words.length - 3} more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function kindOf(isSsl: boolean): OtherPort['kind'] {
  return isSsl ? 'SSL' : 'TCP';
}
