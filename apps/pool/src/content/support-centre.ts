import type { Support } from '../services/ports/support.ts';
import { keepRead } from './keep-read.ts';
import { readSupport } from './read-support.ts';
import { searchSupport } from './search-support.ts';
import type { SupportFacts } from './support-facts.ts';

export interface SupportCentre extends Support {
  close(): void;
}

/** The articles of a folder; a changed file is read without a restart, and a faulty one reported. */
export async function openSupportCentre(
  folder: URL,
  facts: SupportFacts,
  onError: (error: unknown) => void,
): Promise<SupportCentre> {
  const read = async () => {
    const book = await readSupport(folder, facts);
    let search: ReturnType<typeof searchSupport> | undefined;
    // Made when somebody searches for the first time: a start need not wait for it.
    return { book, search: (text: string) => (search ??= searchSupport(book))(text) };
  };
  const kept = await keepRead(folder, read, onError);
  return {
    categories: () => kept.content().book.categories,
    find: (slug) => kept.content().book.find(slug),
    search: (text) => kept.content().search(text),
    close: () => kept.close(),
  };
}
