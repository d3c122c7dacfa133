// breaks: domain-owns-its-ports
import { entry } from '../../edges/live/entry.ts';

export const planted = entry;
