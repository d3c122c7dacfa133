import type { LoginRefusal, RejectReason } from './session-state.ts';

/** The sentences that reach a miner's console. They are English and ASCII, and never repeat what a stranger typed. */

const shareRefusals: Readonly<Record<RejectReason, readonly [code: number, text: string]>> = {
  malformed: [20, 'Malformed share'],
  'time-out-of-range': [20, 'Share time out of range'],
  'version-bits': [20, 'Version bits outside the agreed mask'],
  'memory-full': [20, 'Too many shares for one block, try again with the next'],
  'not-recording': [20, 'The pool cannot record work right now'],
  busy: [20, 'The pool has too many shares to verify, slow down'],
  unverifiable: [20, 'The pool cannot verify shares right now'],
  stale: [21, 'Job not found'],
  duplicate: [22, 'Duplicate share'],
  'low-difficulty': [23, 'Low difficulty share'],
  'wrong-proof': [20, 'The proof of work is not that of the share'],
  'wrong-chain': [20, 'The hash of the share belongs on another chain than its job'],
  unauthorized: [24, 'Unauthorized worker'],
  'not-subscribed': [25, 'Not subscribed'],
};

/** Code and text of a refused share. */
export function shareRefusal(reason: RejectReason): readonly [code: number, text: string] {
  return shareRefusals[reason];
}

export const requestRefusal = {
  unknownMethod: 'Unknown method',
  ethereumStratum2:
    'EthereumStratum/2.0.0 is not spoken here: use EthereumStratum/1.0.0 (stratum2+tcp) or ethproxy (stratum1+tcp)',
  ironfishVersion: 'Versions 1 to 3 of the protocol of Iron Fish are spoken here',
  ironfishVersionRelayed:
    'Version 3 of the protocol of Iron Fish alone is spoken here: the work is another pool’s',
  loginFirst: 'Log in first',
  noWork: 'There is no work yet, try again',
  algorithmMissing: (algorithm: string) => `This port mines ${algorithm}, which your program does not offer`,
  templatesMissing:
    'xmr-node-proxy asks for block templates, which are not given here: xmrig-proxy does without them',
  malformed: 'Malformed message',
  badDifficulty: 'A difficulty is a number above zero',
  badTarget: 'A target is 64 hexadecimal digits, not all of them zero',
  repeatedLogins: 'Too many logins of workers that are logged in already',
  blockNotStored: 'The pool could not store this block',
  lineTooLong: 'A line is longer than 8192 bytes',
  tooFast: 'Too many messages a second, slow down',
  tooManyBytes: 'Too many bytes a second',
  keyNotLookedUp: 'Mining keys cannot be looked up right now: try again later, or use COIN:ADDRESS.WORKER',
} as const;

/** Why a worker was refused on a connection that goes on with its first `max` workers. */
export function tooManyWorkers(max: number): string {
  return `More than ${max} workers on one connection: open another one`;
}

/** Why a login was refused. */
export function loginRefusal(outcome: LoginRefusal): string {
  switch (outcome.kind) {
    case 'empty':
      return 'No login: use COIN:ADDRESS.WORKER';
    case 'no-coin':
      return 'The login must start with a coin: COIN:ADDRESS.WORKER';
    case 'too-long':
      return `Address and memo are longer than ${outcome.max} characters`;
    case 'unknown-coin':
      return `This pool does not pay ${outcome.coin}`;
    case 'delisted-coin':
      return `${outcome.coin} is not paid for new work any more`;
    case 'not-paid-here':
      return outcome.networks.length === 0
        ? `This pool has no wallet that pays ${outcome.coin}: choose another coin`
        : `This pool pays ${outcome.coin} on ${outcome.networks.join(', ')} only: use an address of it`;
    case 'not-obtained':
      return `This pool has no way to come by ${outcome.coin}, as its page says: choose another coin`;
    case 'mining-key':
      return 'This mining key is not known here';
    case 'memo-missing':
      return `This ${outcome.coin} address belongs to an exchange and needs a memo: ${outcome.coin}:ADDRESS:MEMO.WORKER`;
    case 'bad-address':
      return addressRefusal(outcome.coin, outcome.outcome);
    case 'restricted':
      return 'This address is restricted on this pool: ask its operator';
    case 'too-many-connections': {
      const elsewhere = outcome.proxyPort === undefined ? '' : ` (port ${outcome.proxyPort})`;
      return `More than ${outcome.max} connections of one account: use a proxy${elsewhere}`;
    }
  }
}

function addressRefusal(
  coin: string,
  outcome: Extract<LoginRefusal, { kind: 'bad-address' }>['outcome'],
): string {
  switch (outcome.kind) {
    case 'empty':
      return `No address: use ${coin}:ADDRESS.WORKER`;
    case 'too-long':
      return `Address and memo are longer than ${outcome.max} characters`;
    case 'wrong-checksum':
      return `This ${coin} address has a typing error: its checksum is wrong`;
    case 'memo-not-supported':
      return outcome.coinTakesMemo ? `${coin} on ${outcome.network} takes no memo` : `${coin} takes no memo`;
    case 'memo-invalid':
      return `This memo is not valid for ${coin} on ${outcome.network}`;
    case 'no-network-matches':
      return `This is not an address of ${coin} (${outcome.networks.join(', ')})`;
  }
}
