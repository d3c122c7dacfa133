// breaks: domain-owns-its-ports
import { entry } from '../../edges/tasks/entry.ts';

export const planted = entry;
