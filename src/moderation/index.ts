export { readCases } from './cases.ts'
export { createReporting } from './reporting.ts'
export {
  dismiss,
  endSessions,
  exportModeration,
  forgetModeration,
  hide,
  restorePerson,
  show,
  suspendPerson,
} from './service.ts'
