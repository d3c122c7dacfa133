// breaks: services-own-their-ports
import { door } from '../../present/door.ts';

export const planted = door;
