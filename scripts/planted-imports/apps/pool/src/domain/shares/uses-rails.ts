// breaks: domain-owns-its-ports
import { entry } from '../../adapters/rails/entry.ts';

export const planted = entry;
