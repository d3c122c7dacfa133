// breaks: edges-speak-to-services-only
import { transaction } from '../db/transaction.ts';

export const planted = transaction;
