// breaks: adapters-know-ports-only
import { transaction } from '../../runtime/database/transaction.ts';

export const planted = transaction;
