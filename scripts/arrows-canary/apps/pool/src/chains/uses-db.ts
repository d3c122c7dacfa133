// breaks: adapters-know-ports-only
import { transaction } from '../db/transaction.ts';

export const planted = transaction;
