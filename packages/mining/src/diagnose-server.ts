import type {
  ConnectionField,
  ConnectionMistake,
  DoctorRules,
  Findings,
  PoolPort,
  ServerToWrite,
} from './connection-mistakes.ts';
import type { ProgramFacts, Transport } from './mining-program.ts';
import type { CommandServer, ReadCommand } from './mining-command.ts';
import { sandboxClient } from './read-sandbox-command.ts';

/** What is wrong with scheme, host, port, algorithm and certificate of a command; nothing of a bare user string. */
export function diagnoseServer(
  command: ReadCommand,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  asked: string | null,
): Findings {
  const { server } = command;
  const wanted = wantedAlgorithms(command, program, rules, asked);
  const simulated = judgeSimulated(wanted, rules);
  const unread: ConnectionMistake[] =
    command.unread === null ? [] : [{ kind: 'unread-part', option: command.unread }];
  if (server === null) {
    const use = serversToWrite(null, program, rules, wanted);
    const isMissing = command.isCommand && !command.namesServer;
    const missing: ConnectionMistake[] = simulated.length > 0 ? simulated : [{ kind: 'no-server', use }];
    return { fields: [], mistakes: [...(isMissing ? missing : []), ...unread] };
  }
  const { scheme, host } = server;
  const port = server.port ?? program?.defaultPort ?? null;
  const found = port === null ? undefined : rules.findPort(port);
  const fields: ConnectionField[] = [
    ...(scheme === null ? [] : [{ name: 'scheme', text: scheme } as const]),
    { name: 'host', text: host },
    ...(port === null ? [] : [{ name: 'port', text: String(port) } as const]),
    ...(command.algorithm === null ? [] : [{ name: 'algorithm', text: command.algorithm } as const]),
  ];
  const onPort =
    simulated.length > 0
      ? simulated
      : port === null || found === undefined
        ? [withoutPort(server, program, rules, wanted)]
        : [
            ...judgeTransport(server, program, found, port),
            ...judgeAlgorithm(command, program, rules, { asked, port, found }),
            ...judgeCertificate(command, program, rules, found),
          ];
  return {
    fields,
    mistakes: [
      ...(command.keptByNpm === null ? [] : [{ kind: 'kept-by-npm', option: command.keptByNpm } as const]),
      ...judgeHost(host, rules),
      ...judgeScheme(server, program, found),
      ...onPort,
      ...unread,
    ],
  };
}

/** The catalogue's codes of what the command mines; empty where that is not known. */
function wantedAlgorithms(
  { algorithm: name, coin }: ReadCommand,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  asked: string | null,
): readonly string[] {
  if (name !== null) return rules.findAlgorithms(name.toLowerCase());
  if (coin !== null) return rules.algorithmsOfCoin(coin.toLowerCase());
  const code = asked ?? program?.defaultAlgorithm;
  return code === undefined ? [] : [code];
}

function judgeSimulated(wanted: readonly string[], rules: DoctorRules): ConnectionMistake[] {
  const [algorithm] = wanted;
  return algorithm !== undefined && wanted.every((code) => rules.isSimulated(code))
    ? [{ kind: 'simulated-algorithm', algorithm }]
    : [];
}

/** The command names no port, or one that the pool does not have. */
function withoutPort(
  server: CommandServer,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  wanted: readonly string[],
): ConnectionMistake {
  if (server.port !== null) return { kind: 'unknown-port', port: server.port };
  const tries = program?.defaultPort;
  return tries === undefined
    ? { kind: 'no-port', use: serversToWrite(server, program, rules, wanted) }
    : { kind: 'no-client-port', tries, use: portFor(server, rules, wanted) ?? null };
}

function portFor(
  server: CommandServer | null,
  rules: DoctorRules,
  wanted: readonly string[],
): number | undefined {
  const isTls = server?.tls.kind === 'asked';
  return wanted.map((code) => rules.portOf(code, isTls)).find((port) => port !== undefined);
}

/** More would not help. */
const choicesMax = 3;

/** A server for each algorithm that the command may mean: of every one here where it does not say. */
function serversToWrite(
  server: CommandServer | null,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  wanted: readonly string[],
): readonly ServerToWrite[] {
  const choices = (wanted.length > 0 ? wanted : rules.minable).flatMap((algorithm) => {
    const found = serverToWrite(server, program, rules, [algorithm]);
    return found === null ? [] : [{ algorithm, server: found }];
  });
  return choices.length > choicesMax ? [] : choices;
}

/** The server as it should stand in the command, with the port of this pool; null where the port is not known. */
function serverToWrite(
  server: CommandServer | null,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  wanted: readonly string[],
): string | null {
  const port = portFor(server, rules, wanted);
  const host = server?.host ?? rules.hosts[0];
  if (port === undefined || host === undefined) return null;
  const { scheme = null, tls } = server ?? {};
  const usual = schemeFor(program, tls?.kind === 'asked' ? 'tls' : 'tcp');
  const isTaken =
    scheme !== null && !isHttp(scheme) && program?.schemesTaken?.includes(scheme.toLowerCase()) !== false;
  // A program of the catalogue without schemes takes none.
  const prefix = isTaken ? `${scheme}://` : program?.schemes === null ? '' : `${usual}://`;
  return `${prefix}${host}:${port}`;
}

const isHttp = (scheme: string) => /^https?$/i.test(scheme);

/** A literal address, or a name that only a local network knows. */
const maybeOurs = /^(?:[\d.]+|[^.]+|.+\.(?:local|lan|home|internal))$/i;

function judgeHost(host: string, { hosts }: DoctorRules): ConnectionMistake[] {
  const [ours = ''] = hosts;
  if (ours === '' || hosts.some((each) => each.toLowerCase() === host.toLowerCase())) return [];
  return [{ kind: maybeOurs.test(host) ? 'unsure-host' : 'other-host', host, ours }];
}

/** What the program puts in front of the server for this kind of port. */
function schemeFor(program: ProgramFacts | undefined, transport: Transport): string {
  return program?.schemes?.[transport] ?? (transport === 'tls' ? 'stratum+ssl' : 'stratum+tcp');
}

/** Whether the program takes the scheme at all, where its source says which ones it takes. */
function judgeScheme(
  { scheme, tls }: CommandServer,
  program: ProgramFacts | undefined,
  found: PoolPort | undefined,
): ConnectionMistake[] {
  const use = schemeFor(program, (found?.tls ?? tls.kind === 'asked') ? 'tls' : 'tcp');
  // minerd takes it, but speaks getwork there; the pool speaks nothing but Stratum.
  if (scheme !== null && isHttp(scheme)) return [{ kind: 'http-scheme', scheme, use }];
  if (program?.schemesTaken === undefined) return [];
  if (scheme === null) return [{ kind: 'no-scheme', program: program.name, use }];
  return program.schemesTaken.includes(scheme.toLowerCase())
    ? []
    : [{ kind: 'refused-scheme', program: program.name, scheme, use }];
}

function judgeTransport(
  server: CommandServer,
  program: ProgramFacts | undefined,
  found: PoolPort,
  port: number,
): ConnectionMistake[] {
  const { tls } = server;
  // What is wrong with the scheme itself is said already, with the one to use.
  if (judgeScheme(server, program, found).length > 0) return [];
  const use = schemeFor(program, found.tls ? 'tls' : 'tcp');
  if (tls.kind === 'asked' && !found.tls) return [{ kind: 'tls-on-tcp-port', port, by: tls.by, use }];
  if (tls.kind === 'not-asked' && found.tls) return [{ kind: 'tcp-on-tls-port', port, by: tls.by, use }];
  return [];
}

function judgeAlgorithm(
  command: ReadCommand,
  program: ProgramFacts | undefined,
  rules: DoctorRules,
  { asked, port, found }: { readonly asked: string | null; readonly port: number; readonly found: PoolPort },
): ConnectionMistake[] {
  const { algorithm: name, coin } = command;
  const portOf = found.algorithm;
  const closed: ConnectionMistake[] = found.open ? [] : [{ kind: 'closed-port', port, portOf }];
  const mines = program?.defaultAlgorithm;
  if (name === null && coin === null && asked === null && program !== undefined && mines !== undefined)
    return mines === portOf
      ? closed
      : [
          ...closed,
          {
            kind: 'no-algorithm',
            program: program.name,
            mines,
            portOf,
            port,
            option: optionFor(program, portOf),
          },
        ];
  const wanted = wantedAlgorithms(command, program, rules, asked);
  const [first] = wanted;
  if (name !== null && first === undefined) return [...closed, { kind: 'unknown-algorithm', name, portOf }];
  if (first === undefined && (program !== undefined || coin !== null))
    return [...closed, { kind: 'unnamed-algorithm', coin, portOf }];
  if (first === undefined || wanted.includes(portOf)) return closed;
  return [...closed, { kind: 'other-algorithms-port', port, portOf, wanted: first }];
}

function optionFor(program: ProgramFacts, portOf: string): string {
  return program === sandboxClient ? `--algorithm ${portOf}` : '-a';
}

/** A program that speaks TLS has to be told of a certificate for which no public authority vouches. */
function judgeCertificate(
  { server, options }: ReadCommand,
  program: ProgramFacts | undefined,
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
