import type { Command } from 'commander';
import type { ListedMovement, MoveOutcome, MoveRequest } from '../../domain/treasury/move-funds.ts';
import {
  type Asked,
  type DeskTable,
  deciding,
  instant,
  isAgreed,
  looking,
  type Reasoned,
  wholeNumber,
} from './desk-table.ts';
import { printTable } from './print-table.ts';

interface Moving extends Reasoned {
  readonly network?: string;
  readonly boughtNetwork?: string;
  readonly reference: string;
  readonly missing?: boolean;
}

const verbs: readonly {
  readonly verb: string;
  readonly kind: Exclude<MoveRequest['kind'], 'trade'>;
  readonly does: string;
}[] = [
  { verb: 'deposit', kind: 'deposit', does: 'book money of your own that came into the wallet' },
  { verb: 'top-up', kind: 'top-up', does: 'book money of your own that came in to pay network fees' },
  {
    verb: 'withdraw',
    kind: 'withdrawal',
    does: "book what you took out of the wallet: the pool's own, and never what miners are owed",
  },
  {
    verb: 'correct',
    kind: 'correction',
    does: 'book what the wallet holds more than the ledger says, or with --missing less; the pool bears it',
  },
];

/** Adds what an operator moves to `treasury`. */
export function addTreasuryCommands(treasury: Command, table: DeskTable): void {
  looking(treasury, 'movements', 'what was moved, the newest first, with reference, reason and operator')
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 100)
    .action(async ({ json, limit }: Asked & { readonly limit: number }) => {
      const found = await table.connect().desk('list-movements', { limit });
      table.say(json, found, () =>
        found.length === 0
          ? 'Nothing was moved.'
          : printTable(
              ['at', 'kind', 'amount', 'asset', 'network', 'bought', 'reference', 'reason', 'operator'],
              found.map((each) => [
                instant(each.at),
                each.kind,
                each.amount,
                each.asset,
                each.network,
                each.bought ?? '',
                each.reference,
                each.reason,
                each.operator,
              ]),
              new Set(['amount']),
            ),
      );
    });
  for (const { verb, kind, does } of verbs) {
    const command = deciding(treasury, verb, does, true)
      .argument('<amount>', 'in whole coins, for example 0.5')
      .argument('<coin>', 'a symbol')
      .option('--network <network>', 'whose wallet, where it is not the default network of the coin');
    if (kind === 'correction') command.option('--missing', 'the wallet holds less than the ledger says');
    referenced(command).action(async (amount: string, coin: string, options: Moving) => {
      const { network, reference, reason, missing } = options;
      await move(table, options, `${verb} ${amount} ${coin}`, {
        kind,
        amount,
        coin,
        ...(network === undefined ? {} : { network }),
        ...(missing === undefined ? {} : { missing }),
        reference,
        reason,
      });
    });
  }
  referenced(
    deciding(treasury, 'trade', 'book that coins were sold for others, as conversions promised', true)
      .argument('<sold>', 'in whole coins')
      .argument('<sold-coin>', 'a symbol')
      .argument('<bought>', 'in whole coins')
      .argument('<bought-coin>', 'a symbol')
      .option('--network <network>', 'from whose wallet it was sold')
      .option('--bought-network <network>', 'into whose wallet it came'),
  ).action(async (sold: string, coin: string, bought: string, boughtCoin: string, options: Moving) => {
    const { network, boughtNetwork, reference, reason } = options;
    await move(table, options, `trade ${sold} ${coin} for ${bought} ${boughtCoin}`, {
      kind: 'trade',
      amount: sold,
      coin,
      ...(network === undefined ? {} : { network }),
      bought: {
        amount: bought,
        coin: boughtCoin,
        ...(boughtNetwork === undefined ? {} : { network: boughtNetwork }),
      },
      reference,
      reason,
    });
  });
}

function referenced(command: Command): Command {
  return command.requiredOption(
    '--reference <text>',
    'what it is called outside: a transaction, an order, an invoice; the same one is booked once',
  );
}

async function move(table: DeskTable, options: Moving, what: string, request: MoveRequest): Promise<void> {
  if (!(await isAgreed(table, options, `Book: ${what}? An entry is never changed, only corrected.`))) return;
  const outcome = await table.connect().desk('move-funds', { ...request });
  if (outcome.kind !== 'booked' && outcome.kind !== 'already-booked') table.fail();
  table.say(options.json, outcome, () => moveSentence(what, outcome));
}

function usedSentence({
  kind,
  amount,
  asset,
  network,
  bought,
  reference,
  at,
  operator,
}: ListedMovement): string {
  const what = `${kind} of ${amount} ${asset} on ${network}${bought === null ? '' : ` for ${bought}`}`;
  return `Not booked: reference ${reference} is the ${what}, booked at ${instant(at)} by ${operator}. See openlode treasury movements.`;
}

function moveSentence(what: string, outcome: MoveOutcome): string {
  switch (outcome.kind) {
    case 'booked':
      return `Booked: ${what}.`;
    case 'already-booked':
      return `Booked before: ${what}. Nothing has changed.`;
    case 'reference-used':
      return usedSentence(outcome.earlier);
    case 'malformed-reference':
      return 'A reference has 1 to 200 characters.';
    case 'malformed-reason':
      return 'A reason has 1 to 500 characters.';
    case 'malformed-amount':
      return `${outcome.amount} is no amount: give whole coins above zero, for example 0.5.`;
    case 'unknown-network':
      return `${outcome.coin} is no coin of the pool, or has no such network.`;
    case 'exceeds-own':
      return `Only ${outcome.available} is the pool's own: the rest is owed to miners.`;
  }
}
