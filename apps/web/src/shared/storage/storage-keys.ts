/** Every name under which this site keeps something in a browser. The privacy page has a line for each of them. */
export const storageKeys = {
  preferences: 'openlode.preferences',
  wizardAnswers: 'openlode.wizard',
  wizardWorkers: 'openlode.wizard.workers',
  wizardSystem: 'openlode.wizard.system',
  watchedBalances: 'openlode.balances',
} as const;

export type StorageKey = keyof typeof storageKeys;
