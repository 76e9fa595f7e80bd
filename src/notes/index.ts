export { exportNotes } from './reading.ts'
export { writeWeeklyNotes } from './writing.ts'
