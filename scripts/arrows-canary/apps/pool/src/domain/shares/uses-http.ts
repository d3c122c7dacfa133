// breaks: services-own-their-ports
import { door } from '../../edges/http/door.ts';

export const planted = door;
