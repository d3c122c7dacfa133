import type {
  ConnectionField,
  ConnectionMistake,
  DoctorRules,
  Findings,
  PoolPort,
} from './connection-mistakes.ts';
import type { MiningProgram, Transport } from './mining-program.ts';
import type { CommandServer, ReadCommand } from './read-command.ts';

/** What is wrong with scheme, host, port, algorithm and certificate of a command; nothing of a bare user string. */
export function diagnoseServer(
  command: ReadCommand,
  program: MiningProgram | undefined,
  rules: DoctorRules,
  asked: string | null,
): Findings {
  const { server } = command;
  if (server === null) return { fields: [], mistakes: [] };
  const { scheme, host, port } = server;
  const found = rules.findPort(port);
  const fields: ConnectionField[] = [
    ...(scheme === null ? [] : [{ name: 'scheme', text: scheme } as const]),
    { name: 'host', text: host },
    { name: 'port', text: String(port) },
    ...(command.algorithm === null ? [] : [{ name: 'algorithm', text: command.algorithm } as const]),
  ];
  return {
    fields,
    mistakes: [
      ...judgeHost(host, rules),
      ...judgeScheme(server, program, found),
      ...(found === undefined
        ? [{ kind: 'unknown-port', port } as const]
        : [
            ...judgeTransport(server, program, found),
            ...judgeAlgorithm(command, program, rules, { asked, port, found }),
            ...judgeCertificate(command, program, rules, found),
          ]),
    ],
  };
}

/** A literal address, or a name that only a local network knows. */
const maybeOurs = /^(?:[\d.]+|[^.]+|.+\.(?:local|lan|home|internal))$/i;

function judgeHost(host: string, { hosts }: DoctorRules): ConnectionMistake[] {
  const [ours = ''] = hosts;
  if (ours === '' || hosts.some((each) => each.toLowerCase() === host.toLowerCase())) return [];
  return [{ kind: maybeOurs.test(host) ? 'unsure-host' : 'other-host', host, ours }];
}

/** What the program puts in front of the server for this kind of port. */
function schemeFor(program: MiningProgram | undefined, transport: Transport): string {
  return program?.schemes?.[transport] ?? (transport === 'tls' ? 'stratum+ssl' : 'stratum+tcp');
}

/** Whether the program takes the scheme at all, where its source says which ones it takes. */
function judgeScheme(
  { scheme, tls }: CommandServer,
  program: MiningProgram | undefined,
  found: PoolPort | undefined,
): ConnectionMistake[] {
  if (program?.schemesTaken === undefined) return [];
  const use = schemeFor(program, (found?.tls ?? tls.kind === 'asked') ? 'tls' : 'tcp');
  if (scheme === null) return [{ kind: 'no-scheme', program: program.name, use }];
  return program.schemesTaken.includes(scheme.toLowerCase())
    ? []
    : [{ kind: 'refused-scheme', program: program.name, scheme, use }];
}

function judgeTransport(
  server: CommandServer,
  program: MiningProgram | undefined,
  found: PoolPort,
): ConnectionMistake[] {
  const { port, tls } = server;
  // What is wrong with the scheme itself is said already, with the one to use.
  if (judgeScheme(server, program, found).length > 0) return [];
  const use = schemeFor(program, found.tls ? 'tls' : 'tcp');
  if (tls.kind === 'asked' && !found.tls) return [{ kind: 'tls-on-tcp-port', port, by: tls.by, use }];
  if (tls.kind === 'not-asked' && found.tls) return [{ kind: 'tcp-on-tls-port', port, by: tls.by, use }];
  return [];
}

function judgeAlgorithm(
  { algorithm: name }: ReadCommand,
  program: MiningProgram | undefined,
  rules: DoctorRules,
  { asked, port, found }: { readonly asked: string | null; readonly port: number; readonly found: PoolPort },
): ConnectionMistake[] {
  const portOf = found.algorithm;
  const closed: ConnectionMistake[] = found.open ? [] : [{ kind: 'closed-port', port, portOf }];
  const mines = program?.defaultAlgorithm;
  if (name === null && asked === null && program !== undefined && mines !== undefined)
    return mines === portOf
      ? closed
      : [...closed, { kind: 'no-algorithm', program: program.name, mines, portOf, port }];
  const codes = name === null ? [] : rules.findAlgorithms(name.toLowerCase());
  if (name !== null && codes.length === 0) return [...closed, { kind: 'unknown-algorithm', name, portOf }];
  const wanted = codes.length > 0 ? codes : asked === null ? [] : [asked];
  const [first] = wanted;
  if (first === undefined || wanted.includes(portOf)) return closed;
  return [...closed, { kind: 'other-algorithms-port', port, portOf, wanted: first }];
}

/** A program that speaks TLS has to be told of a certificate for which no public authority vouches. */
function judgeCertificate(
  { server, options }: ReadCommand,
  program: MiningProgram | undefined,
  { isTlsTrusted }: DoctorRules,
  found: PoolPort,
): ConnectionMistake[] {
  if (isTlsTrusted || !found.tls || server?.tls.kind === 'not-asked') return [];
  const rule = program?.ownCertificate ?? { kind: 'unknown' };
  switch (rule.kind) {
    case 'accepts':
      return [];
    case 'unknown':
      return [{ kind: 'unsure-certificate', program: program?.name ?? null }];
    case 'switch':
    case 'file': {
      const [option = ''] = rule.option.split(/[= ]/, 1);
      return options.has(option)
        ? []
        : [{ kind: 'needs-certificate-option', program: program?.name ?? '', option }];
    }
  }
}
