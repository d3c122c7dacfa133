// allowed
import { entry } from '../present/entry.ts';

export const planted = entry;
