export { checkPayoutKey } from './details/doctor.ts'
export { createPayoutKey, type PayoutKey } from './details/payout-key.ts'
export {
  changeOwnDetails,
  createDetailsLimit,
  exportPayouts,
  readOwnDetails,
  restartDetails,
  takeBackDetails,
} from './details/service.ts'
export { listHolds, setHold } from './holds/service.ts'
export { leaveWithMoney } from './leaving/service.ts'
export { payoutChecks } from './proof/verify.ts'
export { createPayPal } from './providers/paypal.ts'
export { createQuestionLimit, exportQuestions, forgetQuestions } from './questions/service.ts'
export { releaseByHand } from './releases/service.ts'
export { settleMonths } from './releases/settling.ts'
export { listDue, type RunDeps as PayoutDeps } from './runs/due.ts'
export { outlookKindsOf } from './runs/outlook.ts'
export { markSent, setResult } from './runs/results.ts'
export { approveRun, draftRun, listLines, listRuns } from './runs/service.ts'
export { listReceipts, recordReceipt } from './transfers/service.ts'
