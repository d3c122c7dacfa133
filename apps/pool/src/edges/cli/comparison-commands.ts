import { type Command, InvalidArgumentError } from 'commander';
import {
  type Asked,
  type DeskTable,
  deciding,
  instant,
  isAgreed,
  looking,
  type Reasoned,
} from './desk-table.ts';
import type { AdoptedPayout, ComparedPayouts } from './operator.ts';
import { printTable } from './print-table.ts';

/** Adds `compare`, `adopt` and `disregard` to `payouts`: what has to be done after a restore or a failover. */
export function addComparisonCommands(payouts: Command, table: DeskTable): void {
  looking(payouts, 'compare', 'compare what the wallets and the journals say has left with the database')
    .option(
      '--since <time>',
      'look back at least to this date or time of UTC (2026-05-01, 2026-05-01T13:00:00Z); without it, as far as was not compared before',
      pastInstant,
    )
    .action(async ({ json, since }: Asked & { readonly since?: number }) => {
      const compared = await table.connect().comparePayouts(since);
      if (compared.unknown.length > 0) table.find();
      table.say(json, compared, () => comparedText(compared));
    });
  deciding(
    payouts,
    'adopt',
    'make a payout of a transaction that left and that the database does not know: its amount leaves its owner’s balance',
    true,
  )
    .argument('<transaction>', 'an id that payouts compare names')
    .action(async (txid: string, options: Reasoned) => {
      if (!(await isAgreed(table, options, `adopt ${txid}? Its amount leaves its owner’s balance.`))) return;
      const outcome = await table.connect().adoptPayout(txid, options.reason);
      if (outcome.kind !== 'adopted' && outcome.kind !== 'known') table.fail();
      table.say(options.json, outcome, () => adoptedText(txid, outcome));
    });
  deciding(
    payouts,
    'disregard',
    'say that a transaction is no payout, for example a withdrawal of your own: payouts compare names it no more',
    true,
  )
    .argument('<transaction>', 'an id that payouts compare names')
    .action(async (txid: string, options: Reasoned) => {
      const question = `disregard ${txid}? If it was a payout, its owner can be paid again.`;
      if (!(await isAgreed(table, options, question))) return;
      const outcome = await table.connect().disregardTransaction(txid, options.reason);
      table.say(options.json, outcome, () => `${txid} is no payout; it is not named again.`);
    });
}

/** A date or time of UTC, in ms. */
function pastInstant(text: string): number {
  const isOne = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text);
  const at = isOne ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It must be a date or time of UTC, such as 2026-05-01.');
  return at;
}

function comparedText({ since, transactions, unknown }: ComparedPayouts): string {
  const asked = `The wallets have sent ${transactions} transactions since ${instant(since)}.`;
  if (unknown.length === 0) return `${asked} Each is known.`;
  const rows = unknown.map(({ txid, at, coin, network, amount, address, memo, from }) => [
    txid,
    instant(at),
    amount,
    coin,
    network,
    memo === '' ? address : `${address}, memo ${memo}`,
    from,
  ]);
  const headings = ['transaction', 'left', 'amount', 'coin', 'network', 'to', 'known from'];
  return [
    `${asked} The database does not know these:`,
    printTable(headings, rows, new Set(['amount'])),
    'Adopt each that is a payout (payouts adopt), disregard what is none (payouts disregard), and compare again.',
  ].join('\n');
}

/** What was reserved when the copy was made may have left as what was adopted. */
function heldText(held: readonly string[]): string {
  if (held.length === 0) return '';
  const them =
    held.length === 1
      ? `Payout ${held[0]} of the same address is`
      : `Payouts ${held.join(', ')} of the same address are`;
  return ` ${them} held now, because what is reserved there may be the money that left: see openlode payouts why, then release or approve.`;
}

function adoptedText(txid: string, outcome: AdoptedPayout): string {
  switch (outcome.kind) {
    case 'adopted':
      return outcome.fromPool === '0'
        ? `${txid} is payout ${outcome.payout}; its chain says what becomes of it.`
        : `${txid} is payout ${outcome.payout}. The balance lacked ${outcome.fromPool}, which the pool bore.${heldText(outcome.held)}`;
    case 'known':
      return `${txid} is payout ${outcome.payout} already; nothing was done.`;
    case 'no-transaction':
      return `Neither a journal nor a wallet knows ${txid}: see openlode payouts compare.`;
    case 'not-a-payout':
      return `${txid} is no payout of one amount to one address (${outcome.what}): see openlode payouts disregard.`;
  }
}
