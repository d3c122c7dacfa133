import { clearedAfterMs, kept } from '@openlode/catalogue/retention';

interface KeptByPool {
  readonly what: string;
  readonly why: string;
  readonly until: string;
}

const hourMs = 3_600_000;

/** `2 hours`, `7 days`. */
export function inWords(ms: number): string {
  const hours = ms / hourMs;
  const [count, unit] = hours > 24 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What the pool stores about miners, with the durations by which its tasks delete it. */
export const keptByPool: readonly KeptByPool[] = [
  {
    what: 'Payout address, memo and referral code',
    why: 'They are the account: there is no name, e-mail or password.',
    until: 'for as long as the ledger is kept',
  },
  {
    what: 'Rewards, fees and payouts',
    why: 'Every balance can be recalculated: from single entries at first, from their sums later.',
    until: `single rewards for ${inWords(kept.receiptsMs)}, their sums by day and payouts for as long as the ledger is kept; a balance is written off after ${inWords(clearedAfterMs)} without work or movement`,
  },
  {
    what: 'Worker names',
    why: 'The list of workers.',
    until: `${inWords(kept.offlineWorkersMs)} after the worker was last online`,
  },
  {
    what: 'Work by worker and minute',
    why: 'The current hashrate.',
    until: inWords(kept.minutesMs),
  },
  {
    what: 'Work by miner and ten minutes',
    why: 'The charts.',
    until: inWords(kept.tenMinutesMs),
  },
  {
    what: 'Work of a round',
    why: 'Sharing a reward.',
    until: `${inWords(kept.slicesMs)} after the last round that counts it has ended`,
  },
  { what: 'Events of a miner', why: 'The live list.', until: inWords(kept.eventsMs) },
  {
    what: 'How many shares of a worker were accepted and rejected, and refused logins',
    why: 'Telling you what is wrong with a miner.',
    until: inWords(kept.refusalsMs),
  },
  {
    what: 'Open connections of an address: worker, algorithm and since when',
    why: 'Telling a new miner that it is connected, before its first share. Anyone who knows the address can ask.',
    until: 'until the connection closes, in memory only',
  },
  {
    what: 'The IP address of a miner’s connection, with its errors and bans',
    why: 'Limits and bans count by it. The operator can list those that are connected or banned now.',
    until: 'until the pool’s program ends at the latest, in memory only',
  },
  {
    what: 'IP addresses that mine to an address, as keyed hashes',
    why: 'While a miner works, only its owner may request a payout or switch the network.',
    until: inWords(kept.sourcesMs),
  },
  {
    what: 'For how many addresses an IP address mines, as keyed hashes that lead to no address',
    why: 'A shared network does not prove ownership.',
    until: inWords(kept.sourcesMs),
  },
  {
    what: 'IP addresses of a miner’s owner, as keyed hashes',
    why: 'A previous owner can cancel a network switch that another person requested.',
    until: `${inWords(kept.ownerSourcesMs)} after it was last the owner’s`,
  },
  {
    what: 'How the shares and blocks of a miner compare with chance, by day',
    why: 'Detecting miners that are credited for more than they mined, or that withhold blocks.',
    until: inWords(kept.shareStatisticsMs),
  },
  {
    what: 'Which miners worked under a referral code, by day',
    why: 'The report of the code’s owner.',
    until: inWords(kept.referredDaysMs),
  },
  {
    what: 'Work that came too late to be counted automatically',
    why: 'The operator decides whether it still counts.',
    until: 'until it is decided',
  },
  {
    what: 'Owner challenges',
    why: 'Proving that an address is yours.',
    until: `${inWords(kept.challengesMs)} after their end`,
  },
  {
    what: 'Answers to an owner’s request',
    why: 'A request that comes twice is carried out once.',
    until: inWords(kept.answersMs),
  },
  {
    what: 'A requested network switch',
    why: 'It is announced before it takes effect.',
    until: 'until it takes effect or is cancelled',
  },
  {
    what: 'Addresses that may not mine here',
    why: 'Refusing their logins.',
    until: 'until the operator lifts it',
  },
  {
    what: 'What the operator decided about an address or a payout, with the reason',
    why: 'The operator is accountable for it.',
    until: 'for as long as the ledger is kept',
  },
];
