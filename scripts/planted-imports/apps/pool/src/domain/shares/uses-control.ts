// breaks: domain-owns-its-ports
import { entry } from '../../sandbox/control/entry.ts';

export const planted = entry;
