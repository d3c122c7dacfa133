// breaks: domain-owns-its-ports
import { entry } from '../../adapters/content/entry.ts';

export const planted = entry;
