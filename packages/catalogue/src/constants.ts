/** Numbers of the specification that the pool acts on and the site tells its visitors. */

/** The payout coin of a visitor who has not chosen one. */
export const defaultCoinSymbol = 'BTC';

/** Decimal places where a chain names none. */
export const defaultPrecision = 8;

/** Per cent of a reward, decimal text: without a referral code, and with an ordinary one on at least one worker. */
export const miningFeePercentage = '1';
export const miningFeePercentageWithCode = '0.75';

/** What the owner of an ordinary referral code earns of the referred rewards, per cent, decimal text. */
export const referralPercentage = '0.25';

/** Whatever codes are involved, the platform keeps at least this many per cent of a reward, decimal text. */
export const platformPercentageMin = '0.5';

/** The automatic payouts of a day start at this hour, UTC. */
export const autoPayoutUtcHour = 13;

/** Payouts by hand per UTC date. */
export const manualPayoutsPerDay = 1;

/** Events of a miner are kept this long. */
export const eventRetentionDays = 7;

/** A miner without activity for this long is cleared. */
export const inactiveMinerMonths = 6;

/** Statistics of a miner older than this are stale, and a worker that was silent this long is offline. */
export const staleAfterMinutes = 15;

/** A worker can take this long to appear on the site. */
export const statsDelayMinutes = { min: 5, max: 10 } as const;

/** The windows of the rewards table, in hours: 24 hours, 7 days, 30 days. They are summed up again every hour. */
export const rewardWindowHours = { past_24h: 24, past_7d: 168, past_30d: 720 } as const;

/** A month of the calculator, in days. */
export const calculatorDaysPerMonth = 30;

/** An XRP address exists only once it holds this much, decimal text. */
export const xrpActivationAmount = '1';

/** Services with more connections than this from one address use the proxy port of RandomX. */
export const connectionsPerAddressMax = 100;

/** The specification's RandomX port for such services; a deployment answers with its own. */
export const proxyPort = 4445;
