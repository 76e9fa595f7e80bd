export { readCases } from './cases.ts'
export { exportModeration, forgetModeration } from './own-data.ts'
export { createReporting } from './reporting.ts'
export { dismiss, endSessions, hide, restorePerson, show, suspendPerson } from './service.ts'
