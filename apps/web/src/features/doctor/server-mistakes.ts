import type { ServerToWrite } from '@openlode/mining/connection-mistakes';
import type { MistakeSentences } from './mistake-sentences.ts';

/** Mistakes in where the program connects to: host, port and algorithm. */
export const serverMistakes = {
  'no-server': ({ use, option = 'the option for the server, often -o or --url' }) =>
    use.length === 0
      ? `The command names no server. Copy server and port of your algorithm from the start page, and put them after ${option}.`
      : `The command names no server. Write ${serverWords(use)} after ${option}.`,
  'no-port': ({ use }) =>
    use.length === 0
      ? 'There is no port after the server. Add a colon and the port of your algorithm, from the start page.'
      : `There is no port after the server. Write ${serverWords(use)}`,
  'no-client-port': ({ use, tries }) =>
    `The command names no port, so it tries ${tries}, which this pool does not have. Write ${use ?? 'the port of your algorithm'} after the user string.`,
  'simulated-algorithm': ({ algorithm }) =>
    `The algorithm ${algorithm} is only simulated here: it has no port, and no miner can connect to it. Choose another algorithm.`,
  'other-host': ({ host, ours }) => `${host} is not this pool. Its server is ${ours}.`,
  'unsure-host': ({ ours, host }) =>
    `The server of this pool is ${ours}. Make sure that ${host} points to it.`,
  'no-algorithm': ({ program, mines, port, portOf, option }) =>
    `The command names no algorithm, so ${program} mines ${mines}, but port ${port} is the port of ${portOf}. Add the algorithm with ${option}.`,
  'unknown-algorithm': ({ name, portOf }) =>
    `We do not know the algorithm “${name}”. Make sure that it is ${portOf}, which this port is for.`,
  'unnamed-algorithm': ({ coin, portOf }) =>
    coin === null
      ? `The command names no algorithm that we can read. Make sure that it mines ${portOf}, which this port is for.`
      : `We do not know what is mined for the coin “${coin}”. Make sure that it is ${portOf}, which this port is for.`,
  'unread-part': ({ option }) =>
    `The command mines another algorithm besides, with ${option}, which we did not check. Paste a command for each of them.`,
  'unknown-port': ({ port }) =>
    `This pool has no port ${port}. Copy the port of your algorithm from the start page.`,
  'other-algorithms-port': ({ port, portOf, wanted }) =>
    `Port ${port} is the port of ${portOf}, not of ${wanted}. Copy the port of your algorithm.`,
  'closed-port': ({ port, portOf }) =>
    `Port ${port} is the port of ${portOf}, which is not mined here at the moment: the port is closed.`,
} satisfies Partial<MistakeSentences>;

function serverWords(choices: readonly ServerToWrite[]): string {
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only.server;
  return choices.map(({ algorithm, server }) => `${server} for ${algorithm}`).join(' or ');
}
