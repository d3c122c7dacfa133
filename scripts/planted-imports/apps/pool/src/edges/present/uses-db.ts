// breaks: present-is-pure
import { transaction } from '../../runtime/database/transaction.ts';

export const planted = transaction;
