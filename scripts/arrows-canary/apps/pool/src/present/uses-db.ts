// breaks: present-is-pure
import { transaction } from '../db/transaction.ts';

export const planted = transaction;
