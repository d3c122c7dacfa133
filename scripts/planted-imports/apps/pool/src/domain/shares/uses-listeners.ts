// breaks: domain-owns-its-ports
import { entry } from '../../edges/stratum/entry.ts';

export const planted = entry;
