// breaks: domain-has-known-areas
import { planted } from '../loose/entry.ts';

export const again = planted;
