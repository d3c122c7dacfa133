/** So many errors are told of; a log is not read any further. */
const errorsMax = 10;

/**
 * Does something for each, in their order. One that fails keeps none of the others from their turn: what failed is thrown when all have
 * had theirs, as it is where it is alone.
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
 * The same for what is read a page at a time, always after the last one read. It ends when there is no more or a page's worth was done:
 * what fails takes nobody's place, however many fail and however often they come again.
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
