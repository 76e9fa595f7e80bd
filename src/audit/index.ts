export { keepStoringCounts } from './security-counts.ts'
export { recordAudit } from './service.ts'
