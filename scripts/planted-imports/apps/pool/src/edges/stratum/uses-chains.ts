// breaks: edges-speak-to-the-domain-only
import { entry } from '../../adapters/chains/entry.ts';

export const planted = entry;
