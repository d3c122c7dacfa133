/**
 * What the first page needs besides its own code, in one file: a dozen files of half a kilobyte each compress badly and
 * are as many requests.
 */
const first: readonly RegExp[] = [
  // Without the parts of TanStack Query that only later pages use: lists of queries, queries by pages, and mutations.
  /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/(?!.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.)/,
  /vite\/preload/,
  /shared\/ui\/(amount|card|chip-filter|copy-button|scroll-strip|segmented-control|tag|text-field|use-page-title)\./,
  /blocks\/algorithm-picker\/is-minable\./,
  /blocks\/connection-card\/(address-outcome-text|copy-line|specimen|use-address-judgement)\./,
  /use-linked-code\.|shared\/api\/(site|can-be-chosen)\.|trim-address\.|mining\/src\/worker-name\./,
];

/** What comes once the first page stands and other pages have as well. Apart, this and the next were twenty requests while the page was drawn. */
const laterShell: readonly RegExp[] = [
  /app\/shell\/(address-notice|address-trouble|footer|is-newer|page-banners|title-reveal)\./,
  /blocks\/coin-picker\/(match-coins|use-failure-toast)\./,
  /shared\/api\/(address-query|pool-api|referral-code-query|use-fiat)\./,
  /shared\/format\/(fiat-text|format-hashrate|relative-time)\./,
  /shared\/live\/(live-socket|use-live-event)\./,
  /shared\/log\/log-quietly\./,
  /shared\/time\/use-flash\./,
  /shared\/ui\/(disclosure|relative-time)\./,
];

/** What the coin page shows once it stands. */
const laterPage: readonly RegExp[] = [
  /features\/coin-page\/((below|calculator)\/|coin-hint\.|payout-terms\.)/,
  /blocks\/coin-strip\//,
  /blocks\/connection-card\/(certificate-help|connection-details|list-ports|not-minable|measure-regions|region-image|regional-servers|unknown-code|use-region-times)\./,
];

/**
 * A chunk takes along what its files import, as far as no chunk before it has it: the entry is one of them, or it would have
 * to wait for those that come later.
 */
export const chunks = [
  { name: 'first', test: isOneOf(first) },
  { name: 'entry', tags: ['$initial' as const] },
  { name: 'later-shell', test: isOneOf(laterShell) },
  { name: 'later-page', test: isOneOf(laterPage) },
];

function isOneOf(files: readonly RegExp[]): (id: string) => boolean {
  return (id) => files.some((file) => file.test(id));
}
