import { auditVerbs } from './verbs/audit.ts';
import { backupVerbs } from './verbs/backup.ts';
import { blocksVerbs } from './verbs/blocks.ts';
import { callsVerbs } from './verbs/calls.ts';
import { codesVerbs } from './verbs/codes.ts';
import { conversionsVerbs } from './verbs/conversions.ts';
import { delistVerbs } from './verbs/delist.ts';
import { doctorVerbs } from './verbs/doctor.ts';
import { exchangesVerbs } from './verbs/exchanges.ts';
import { incomeVerbs } from './verbs/incomes.ts';
import { ledgerVerbs } from './verbs/ledger.ts';
import { logVerbs } from './verbs/log.ts';
import { maintenanceVerbs } from './verbs/maintenance.ts';
import { minersVerbs } from './verbs/miners.ts';
import { newsVerbs } from './verbs/news.ts';
import { payoutsVerbs } from './verbs/payouts.ts';
import { payoutsAfterARestoreVerbs } from './verbs/payouts-after-a-restore.ts';
import { payoutsFundsVerbs } from './verbs/payouts-funds.ts';
import { payoutsBumpVerbs } from './verbs/payouts-bump.ts';
import { payoutsCancelVerbs } from './verbs/payouts-cancel.ts';
import { payoutsUnclearVerbs } from './verbs/payouts-unclear.ts';
import { payoutsRebuildVerbs } from './verbs/payouts-rebuild.ts';
import { ordersVerbs } from './verbs/orders.ts';
import { transfersVerbs } from './verbs/transfers.ts';
import { placesVerbs } from './verbs/places.ts';
import { ratesVerbs } from './verbs/rates.ts';
import { reloadPagesVerbs } from './verbs/reload-pages.ts';
import { restrictVerbs } from './verbs/restrict.ts';
import { bansVerbs, sessionsVerbs } from './verbs/sessions.ts';
import { configVerbs, settingsVerbs } from './verbs/settings.ts';
import { suspensionsVerbs } from './verbs/suspensions.ts';
import { textsVerbs } from './verbs/texts.ts';
import { treasuryVerbs } from './verbs/treasury.ts';
import { treasuryExposureVerbs } from './verbs/treasury-exposure.ts';
import { treasuryRealisedVerbs } from './verbs/treasury-realised.ts';
import { treasuryPlanVerbs } from './verbs/treasury-plan.ts';
import { treasurySweepVerbs } from './verbs/treasury-sweep.ts';
import { workVerbs } from './verbs/work.ts';
import type { Verb, VerbFamily } from './verb.ts';

/** Every command of the operator, in the order of the help. */
export const families: readonly VerbFamily[] = [
  auditVerbs,
  ledgerVerbs,
  treasuryVerbs,
  treasuryPlanVerbs,
  treasuryExposureVerbs,
  treasuryRealisedVerbs,
  treasurySweepVerbs,
  ordersVerbs,
  transfersVerbs,
  placesVerbs,
  ratesVerbs,
  incomeVerbs,
  conversionsVerbs,
  backupVerbs,
  minersVerbs,
  sessionsVerbs,
  bansVerbs,
  restrictVerbs,
  codesVerbs,
  payoutsVerbs,
  payoutsFundsVerbs,
  payoutsRebuildVerbs,
  payoutsBumpVerbs,
  payoutsCancelVerbs,
  payoutsUnclearVerbs,
  payoutsAfterARestoreVerbs,
  suspensionsVerbs,
  maintenanceVerbs,
  delistVerbs,
  reloadPagesVerbs,
  newsVerbs,
  textsVerbs,
  logVerbs,
  callsVerbs,
  workVerbs,
  blocksVerbs,
  exchangesVerbs,
  settingsVerbs,
  configVerbs,
  doctorVerbs,
];

export const verbs: readonly Verb[] = families.flatMap((family) => family.verbs);
