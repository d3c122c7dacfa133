// breaks: edges-speak-to-the-domain-only
import { entry } from '../live/entry.ts';

export const planted = entry;
