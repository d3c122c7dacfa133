// breaks: services-own-their-ports
import { door } from '../../adapters/rates/door.ts';

export const planted = door;
