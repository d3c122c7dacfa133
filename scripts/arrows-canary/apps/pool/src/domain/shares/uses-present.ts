// breaks: services-own-their-ports
import { door } from '../../edges/present/door.ts';

export const planted = door;
