import type { HeaderRules } from './chain-facts.ts';
import { toDisplay } from './hash-text.ts';
import { sha256d } from './sha256d.ts';

/** The header of Bitcoin and of most chains of its family. */
export const plainHeader: HeaderRules = { bytes: 80, nameOf: (header) => toDisplay(sha256d(header)) };
