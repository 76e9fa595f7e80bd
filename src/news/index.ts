export { exportNews, readNews } from './reading/service.ts'
export { forgetNewsOf, tell, tellSignInChange } from './telling/service.ts'
export { createMailNotes } from './ways/bounces.ts'

export { quietMs } from './ways/delivering.ts'
export { exportWays } from './ways/preferences.ts'
export type { StopLink } from './ways/sending.ts'

export { createWays, type Ways } from './ways/ways.ts'
