/** The most errors that one AggregateError carries; a log needs no more. */
const errorsMax = 10;

/**
 * Processes the items in order. A failure does not stop the others: it is thrown at the end, as it is when it is the only one, otherwise
 * as an AggregateError.
 */
export async function forEachIsolated<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await isolated(item, work, errors);
  throwAll(errors, items.length);
}

/**
 * The same for items that are read page by page, each page after the last item of the one before. It ends after the last page, or when a
 * page's worth of items succeeded: failing items do not use up the places of others, however often they come back.
 */
export async function forEachPageIsolated<T>(
  pageSize: number,
  readPage: (after: T | undefined) => Promise<readonly T[]>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let tried = 0;
  let after: T | undefined;
  for (;;) {
    const page = await readPage(after);
    for (const item of page) await isolated(item, work, errors);
    tried += page.length;
    after = page.at(-1);
    if (page.length < pageSize || tried - errors.length >= pageSize) break;
  }
  throwAll(errors, tried);
}

async function isolated<T>(item: T, work: (item: T) => Promise<void>, errors: unknown[]): Promise<void> {
  try {
    await work(item);
  } catch (error) {
    errors.push(error);
  }
}

function throwAll(errors: readonly unknown[], tried: number): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1)
    throw new AggregateError(errors.slice(0, errorsMax), `${errors.length} of ${tried} failed`);
}
