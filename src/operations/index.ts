export { createHealth } from './health.ts'
export { examineAll, looksBesideDatabase } from './looks.ts'
