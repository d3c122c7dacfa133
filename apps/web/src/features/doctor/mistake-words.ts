import type { ConnectionMistake, ServerToWrite } from '@openlode/mining/connection-mistakes';
import { addressSentence } from '../../blocks/connection-card/address-sentence.ts';

/** What is wrong and how to fix it. */
export function mistakeWords(mistake: ConnectionMistake): string {
  switch (mistake.kind) {
    case 'no-user':
      return 'It contains no user string. Put one after the option for the user, often -u or --user.';
    case 'user-password':
      return `The option holds user and password in one, and the program cuts it at the first colon: it would log in as “${mistake.user}”. Use -u for the user string and -p x for the password.`;
    case 'too-long':
      return `It is longer than ${mistake.max} characters. Paste one user string or one command.`;
    case 'whitespace':
      return 'There is a space or a line break in the user string. Remove it.';
    case 'wrong-separator':
      return `There is ${signWords(mistake.found)} after the coin; it should be a colon: ${mistake.mended}`;
    case 'wrong-worker-separator':
      return `There is ${signWords(mistake.found)} before the worker; it should be a dot: ${mistake.mended}`;
    case 'no-coin':
      return mistake.mended === null
        ? 'It does not begin with a coin and a colon. Write COIN:ADDRESS.WORKER.'
        : `The coin is missing. This is an address of ${mistake.fits.join(' or ')}: write ${mistake.mended}`;
    case 'bad-key':
      return 'That isn’t a Mining Key. It is K- followed by 20 letters and digits. Copy it from your address page.';
    case 'lower-case-coin':
      return `The coin is in lower case. The pool accepts that; the usual form is ${mistake.mended}.`;
    case 'unknown-coin':
      return `The pool does not know the coin ${mistake.coin}. Choose one of the list of coins.`;
    case 'delisted-coin':
      return `${mistake.coin} has been delisted. Choose another coin to be paid in.`;
    case 'other-coins-address':
      return `This is not an address of ${mistake.coin}, but a valid one of ${mistake.fits.join(' or ')}. Change the coin or the address.`;
    case 'bad-address':
      return (
        addressSentence(mistake.outcome, mistake.coin) ??
        `There is no address. Write ${mistake.coin}:ADDRESS.WORKER.`
      );
    case 'no-memo':
      return `There is no memo. An exchange needs one: ${mistake.coin}:ADDRESS:MEMO.WORKER. A wallet of your own does not.`;
    case 'no-worker':
      return 'There is no worker name, so the worker is called “default”. Add a dot and a name to tell your machines apart.';
    case 'bad-worker':
      return `The worker name “${mistake.worker}” cannot be used, so the worker is called “default”. Only letters, digits, hyphens and underscores.`;
    case 'bad-code':
      return `The referral code “${mistake.code}” cannot be used, so you mine without one. Only letters, digits and hyphens.`;
    case 'refused-scheme':
      return `${mistake.program} does not know the scheme ${mistake.scheme}://. Write ${mistake.use}://`;
    case 'http-scheme':
      return `${mistake.scheme}:// is wrong for mining: the program would speak getwork, and the pool speaks Stratum. Write ${mistake.use}://`;
    case 'no-server':
      return mistake.use.length === 0
        ? 'The command names no server. Copy server and port of your algorithm from the start page, and put them after the option for the server, often -o or --url.'
        : `The command names no server. Write ${serverWords(mistake.use)} after the option for the server, often -o or --url.`;
    case 'no-port':
      return mistake.use.length === 0
        ? 'There is no port after the server. Add a colon and the port of your algorithm, from the start page.'
        : `There is no port after the server. Write ${serverWords(mistake.use)}`;
    case 'no-client-port':
      return mistake.use === null
        ? `The command names no port, so it tries ${mistake.tries}, which this pool does not have. Write the port of your algorithm after the user string.`
        : `The command names no port, so it tries ${mistake.tries}, which this pool does not have. Write ${mistake.use} after the user string.`;
    case 'kept-by-npm':
      return `npm keeps ${mistake.option} for itself, so the miner never gets it. Write -- in front of the user string: npm run mine -- COIN:ADDRESS.WORKER`;
    case 'simulated-algorithm':
      return `The algorithm ${mistake.algorithm} is only simulated here: it has no port, and no miner can connect to it. Choose another algorithm.`;
    case 'no-scheme':
      return `${mistake.program} needs a scheme before the server. Write ${mistake.use}://`;
    case 'other-host':
      return `${mistake.host} is not this pool. Its server is ${mistake.ours}.`;
    case 'unsure-host':
      return `The server of this pool is ${mistake.ours}. Make sure that ${mistake.host} points to it.`;
    case 'no-algorithm':
      return `The command names no algorithm, so ${mistake.program} mines ${mistake.mines}, but port ${mistake.port} is the port of ${mistake.portOf}. Add the algorithm with ${mistake.option}.`;
    case 'unknown-algorithm':
      return `We do not know the algorithm “${mistake.name}”. Make sure that it is ${mistake.portOf}, which this port is for.`;
    case 'needs-certificate-option':
      return `${mistake.program} refuses the certificate of this pool unless ${mistake.option} is added. Use the TCP port, or see “Ports, TLS and TCP” in the support centre.`;
    case 'unsure-certificate':
      return `No public authority vouches for the certificate of this pool, and we do not know whether ${mistake.program ?? 'this program'} accepts it. If it does not connect, use the TCP port.`;
    case 'unknown-port':
      return `This pool has no port ${mistake.port}. Copy the port of your algorithm from the start page.`;
    case 'other-algorithms-port':
      return `Port ${mistake.port} is the port of ${mistake.portOf}, not of ${mistake.wanted}. Copy the port of your algorithm.`;
    case 'closed-port':
      return `Port ${mistake.port} is the port of ${mistake.portOf}, which is not mined here at the moment: the port is closed.`;
    case 'tls-on-tcp-port':
      return mistake.by === 'scheme'
        ? `The scheme asks for SSL, but port ${mistake.port} is a TCP port. Use ${mistake.use}:// or an SSL port.`
        : `The command switches SSL on, but port ${mistake.port} is a TCP port. Switch it off or use an SSL port.`;
    case 'tcp-on-tls-port':
      return mistake.by === 'scheme'
        ? `The scheme asks for TCP, but port ${mistake.port} is an SSL port. Use ${mistake.use}:// or a TCP port.`
        : `The command does not ask for SSL, but port ${mistake.port} is an SSL port. Switch SSL on with the program’s own option, or use a TCP port.`;
  }
}

function signWords(sign: string): string {
  return sign === ' ' ? 'a space' : `“${sign}”`;
}

function serverWords(choices: readonly ServerToWrite[]): string {
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only.server;
  return choices.map(({ algorithm, server }) => `${server} for ${algorithm}`).join(' or ');
}
