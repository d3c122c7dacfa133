// breaks: only-the-root-opens-adapters
import { entry } from '../../adapters/rails/entry.ts';

export const planted = entry;
