// breaks: services-own-their-ports
import { door } from '../../sandbox/control/door.ts';

export const planted = door;
