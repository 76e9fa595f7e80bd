export { lookAtPayoutKey } from './details/doctor.ts'
export { createPayoutKey, type PayoutKey } from './details/payout-key.ts'
export { createDetailsLimit, exportPayouts, forgetPayoutDetails } from './details/service.ts'
export { payoutChecks } from './proof/verify.ts'
