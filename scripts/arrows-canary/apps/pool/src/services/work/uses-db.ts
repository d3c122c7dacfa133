// allowed
import { transaction } from '../../db/transaction.ts';

export const planted = transaction;
