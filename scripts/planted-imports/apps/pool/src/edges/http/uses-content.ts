// breaks: edges-speak-to-the-domain-only
import { entry } from '../../adapters/content/entry.ts';

export const planted = entry;
