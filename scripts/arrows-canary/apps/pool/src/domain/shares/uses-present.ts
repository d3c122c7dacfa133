// breaks: domain-owns-its-ports
import { door } from '../../edges/present/door.ts';

export const planted = door;
