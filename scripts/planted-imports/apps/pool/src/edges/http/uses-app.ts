// breaks: folders-import-downward
import { part } from '../../app/part.ts';

export const planted = part;
