// breaks: domain-owns-its-ports
import { entry } from '../../sandbox/fleet/entry.ts';

export const planted = entry;
