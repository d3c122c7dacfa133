// breaks: domain-owns-its-ports
import { entry } from '../../adapters/chains/entry.ts';

export const planted = entry;
