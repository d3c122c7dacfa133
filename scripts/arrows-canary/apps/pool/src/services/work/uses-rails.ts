// breaks: services-own-their-ports
import { door } from '../../rails/door.ts';

export const planted = door;
