// breaks: services-own-their-ports
import { door } from '../../listeners/door.ts';

export const planted = door;
