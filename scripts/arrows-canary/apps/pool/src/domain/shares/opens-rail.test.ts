// breaks: only-the-root-opens-adapters
import { door } from '../../adapters/rails/door.ts';

export const planted = door;
