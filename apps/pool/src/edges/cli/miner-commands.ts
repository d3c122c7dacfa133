import type { Command } from 'commander';
import { type Asked, type DeskTable, looking, wholeNumber } from './desk-table.ts';
import { printTable } from './print-table.ts';

interface LuckOptions {
  readonly days: number;
  readonly limit: number;
}

/** Adds `miners luck` to the program. */
export function addMinerCommands(program: Command, table: DeskTable): void {
  const miners = program
    .command('miners')
    .description('how the shares and blocks of miners compare with chance');
  looking(miners, 'luck', 'credit per hash and blocks against chance; ends with 1 where a miner stands out')
    .option('--days <number>', 'of so many UTC days, today among them', wholeNumber(1, 35), 7)
    .option('--limit <number>', 'so many at most', wholeNumber(1, 1000), 50)
    .action(async ({ json, days, limit }: Asked & LuckOptions) => {
      const found = await table.connect().desk('list-luck', { days, limit });
      if (found.some(({ alarm }) => alarm !== null)) table.find();
      table.say(json, found, () =>
        found.length === 0
          ? 'No share was accepted in that time.'
          : printTable(
              [
                'algorithm',
                'shares',
                'credit per hash',
                'sigma',
                'blocks expected',
                'found',
                'chance',
                'alarm',
                'coin',
                'address',
              ],
              found.map((miner) => [
                miner.algorithm,
                String(miner.shares),
                miner.creditPerHash.toFixed(3),
                miner.excess.toFixed(1),
                miner.expectedBlocks.toPrecision(3),
                String(miner.foundBlocks),
                miner.blockChance.toPrecision(2),
                miner.alarm ?? '',
                miner.coin,
                miner.address,
              ]),
              new Set(['shares', 'credit per hash', 'sigma', 'blocks expected', 'found', 'chance']),
            ),
      );
    });
}
