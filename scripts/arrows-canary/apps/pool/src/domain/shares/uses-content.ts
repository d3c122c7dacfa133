// breaks: services-own-their-ports
import { door } from '../../adapters/content/door.ts';

export const planted = door;
