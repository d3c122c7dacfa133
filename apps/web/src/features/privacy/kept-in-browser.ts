import type { Preferences } from '../../shared/storage/preferences.ts';
import type { StorageKey } from '../../shared/storage/storage-keys.ts';

/** What each field of the preferences is for. A field that is added does not compile until it has its words here. */
export const fieldWords: { readonly [Field in keyof Preferences]: string } = {
  mode: 'The chosen theme.',
  coin: 'The payout coin that the site opens with.',
  coinData: 'Its name, until the pool has answered.',
  lastCoins: 'The coins chosen last, at most 5.',
  lastAlgorithms: 'The algorithms chosen last, at most 10; forgotten with a new release of the site.',
  ref: 'The referral code of the link that brought you here.',
  addressHistory: 'Addresses whose page you opened, at most 50.',
  lastAddresses: 'The one opened last, for each coin.',
  lastAddressCoinFilters: 'The coin filter of that list.',
  liveFilter: 'The event filter of the live list.',
  lastNewsDate: 'The time of the newest news you have seen.',
  newsCount: 'How many are newer.',
  version: 'The release of the site, to tell you of a new one.',
  warningClosedAt: 'When you closed the warning banner; it returns after 30 days.',
  coinHintAt: 'When the hint at the coin was shown last.',
  addressNoticeClosed: 'The notice about an address that you closed.',
  chartPeriod: 'The period of the charts.',
  logChart: 'Whether their scale is logarithmic.',
  hiddenWorkers: 'Offline workers that you hid, at most 1,000.',
  calculator:
    'Watts and price of power, as typed into the calculator, and the currency that amounts are shown in.',
  migrated: 'That the settings of an earlier site were migrated.',
};

/** What stands under each name, and for how long. */
export const recordWords: {
  readonly [Key in StorageKey]: { readonly holds: string; readonly until: string };
} = {
  preferences: { holds: 'Your choices; each is listed below.', until: 'until you clear it' },
  wizardAnswers: { holds: 'The answers of a setup that is not finished.', until: 'until the tab is closed' },
  wizardWorkers: { holds: 'Worker names of earlier setups, at most 5.', until: 'until you clear it' },
  wizardSystem: { holds: 'Windows or Linux, for the commands.', until: 'until you clear it' },
  watchedBalances: {
    holds: 'The last balances of the app page, for offline use.',
    until: 'until you clear it',
  },
};
