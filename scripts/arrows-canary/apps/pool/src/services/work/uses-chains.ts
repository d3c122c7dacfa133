// breaks: services-own-their-ports
import { door } from '../../chains/door.ts';

export const planted = door;
