export { createPayee, finishPosting, postOwed, severPayee } from './posting/service.ts'
export { earningsChecks } from './proof/verify.ts'
export { createLedgerExports, exportEarnings } from './reading/export.ts'
export { reportDay } from './reading/present.ts'
