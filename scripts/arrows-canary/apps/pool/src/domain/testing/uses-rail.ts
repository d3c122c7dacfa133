// breaks: folders-import-downward
import { door } from '../../adapters/rails/door.ts';

export const planted = door;
