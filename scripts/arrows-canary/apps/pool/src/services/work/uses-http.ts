// breaks: services-own-their-ports
import { door } from '../../http/door.ts';

export const planted = door;
