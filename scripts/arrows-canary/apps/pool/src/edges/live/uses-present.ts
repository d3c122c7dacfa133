// allowed
import { door } from '../present/door.ts';

export const planted = door;
