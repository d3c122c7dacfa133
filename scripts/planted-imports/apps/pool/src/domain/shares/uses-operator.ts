// breaks: domain-owns-its-ports
import { entry } from '../../edges/operator/entry.ts';

export const planted = entry;
