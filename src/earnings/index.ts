export { noteCalendarZone } from './calendar/service.ts'
export { coveredBy } from './covering/service.ts'
export { noteFirstFee } from './fees/service.ts'
export { createCheckpointKey } from './log/checkpoint-key.ts'
export { checkCheckpoints } from './log/doctor.ts'
export { holdPairs, releasePairs } from './posting/holds.ts'
export { createPayee, finishPosting, postOwed, severPayee } from './posting/service.ts'
export { appendEntries, lockPayees } from './posting/without-order.ts'
export { balanceChecks } from './proof/balances.ts'
export { earningsChecks } from './proof/verify.ts'
export { type Balance, balanceInUsd, balancesOf, explainBalance, ownPayee } from './reading/balances.ts'
export { createLedgerExports, exportEarnings } from './reading/export.ts'
export { attachedEntries, payeeOfRow } from './reading/ledger.ts'
export type { OwnRow, WaitingRow } from './reading/ledger-sql.ts'
export { earningMonthsOf } from './reading/months/earning-months.ts'
export { ordersOfPayee } from './reading/orders.ts'
export { reportDay, serializePosted, serializeWaiting } from './reading/serialize.ts'
export { takenBackFrom, takenBackMail } from './reading/taken-back.ts'
export { weeksOfPayees } from './reading/week/week.ts'
export {
  firstByReceipts,
  lockReleasing,
  monthStates,
  noteReleaseRule,
  releaseMonth,
  shareReleasing,
} from './releases/service.ts'
