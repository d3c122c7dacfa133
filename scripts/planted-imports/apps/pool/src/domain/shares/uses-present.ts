// breaks: domain-owns-its-ports
import { entry } from '../../edges/present/entry.ts';

export const planted = entry;
