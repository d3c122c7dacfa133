import { type ExposureView, readExposure } from '../../../domain/treasury/read-exposure.ts';
import { printList } from '../print-table.ts';
import { looks, type VerbFamily } from '../verb.ts';
import { treasuryGroup } from './treasury.ts';

const treasuryExposure = looks({
  name: 'treasury exposure',
  does: 'what conversions have left to be sold and bought, of each coin and of all together, and how much they may',
  needs: 'wallets',
  input: {},
  run: readExposure,
  print: (view) => `${table(view)}\n${sumWords(view)}`,
});

function table({ coins }: ExposureView): string {
  return printList(coins, 'Conversions have left nothing.', {
    coin: ({ coin }) => coin,
    'to be sold': { right: ({ amount }) => (amount.startsWith('-') ? '' : amount) },
    'to be bought': { right: ({ amount }) => (amount.startsWith('-') ? amount.slice(1) : '') },
    'US dollars': { right: ({ usd }) => usd ?? 'not known' },
    '': ({ isOver }) => (isOver ? 'over the limit' : ''),
  });
}

function sumWords({ allUsd, coinLimitUsd, allLimitUsd, isAllOver }: ExposureView): string {
  const over = isAllOver ? ', over the limit: what makes it larger waits' : '';
  const limits =
    coinLimitUsd === null
      ? 'The settings name no limit (OPENLODE_CONVERSION_EXPOSURE_USD).'
      : `The most is ${coinLimitUsd} of one coin and ${allLimitUsd} of all.`;
  return `${allUsd} dollars of all coins together${over}. ${limits}`;
}

export const treasuryExposureVerbs: VerbFamily = { group: treasuryGroup, verbs: [treasuryExposure] };
