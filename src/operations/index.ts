export { checksBesideDatabase, examineAll } from './checks.ts'
export { createHealth } from './health.ts'
