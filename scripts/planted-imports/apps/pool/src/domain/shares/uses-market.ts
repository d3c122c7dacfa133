// breaks: domain-owns-its-ports
import { entry } from '../../adapters/rates/entry.ts';

export const planted = entry;
