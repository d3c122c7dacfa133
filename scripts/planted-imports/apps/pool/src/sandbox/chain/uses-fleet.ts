// breaks: simulated-parts-are-adapters
import { entry } from '../fleet/entry.ts';

export const planted = entry;
