// breaks: services-own-their-ports
import { door } from '../../edges/live/door.ts';

export const planted = door;
