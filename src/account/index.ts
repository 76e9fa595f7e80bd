export { createExports } from './export.ts'
