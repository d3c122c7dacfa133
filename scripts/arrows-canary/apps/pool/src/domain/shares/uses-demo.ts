// breaks: services-own-their-ports
import { door } from '../../sandbox/fleet/door.ts';

export const planted = door;
