// breaks: edges-speak-to-the-domain-only
import { transaction } from '../../runtime/database/transaction.ts';

export const planted = transaction;
