// breaks: services-own-their-ports
import { door } from '../../demo/door.ts';

export const planted = door;
