// breaks: folders-import-downward
import { entry } from '../../adapters/rails/entry.ts';

export const planted = entry;
