// breaks: present-is-pure
import { door } from '../http/door.ts';

export const planted = door;
