// breaks: present-is-pure
import { entry } from '../http/entry.ts';

export const planted = entry;
