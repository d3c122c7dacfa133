// breaks: edges-speak-to-services-only
import { transaction } from '../../runtime/database/transaction.ts';

export const planted = transaction;
