// breaks: services-own-their-ports
import { door } from '../../live/door.ts';

export const planted = door;
