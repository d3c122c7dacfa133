/** The most errors that one AggregateError carries; a log needs no more. */
const errorsMax = 10;

/**
 * Processes the items in order. A failure does not stop the others. At the end a single failure is thrown as it is, several as an
 * AggregateError.
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
 * The same for items that are read page by page, each page after the last item of the one before. It ends after the last page, or when
 * as many items as a page holds have succeeded: failing items do not count, so those that fail every time never keep the others from
 * being processed.
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
