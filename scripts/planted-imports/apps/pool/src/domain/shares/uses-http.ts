// breaks: domain-owns-its-ports
import { entry } from '../../edges/http/entry.ts';

export const planted = entry;
