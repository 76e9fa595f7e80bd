export { exportNews, readNews } from './reading/service.ts'
export { forgetNewsOf, type Telling, tell, tellSignInChange } from './telling/service.ts'
export { createMailNotes } from './ways/bounces.ts'

export { localTime } from './ways/clock-rules.ts'
export { clocksOf } from './ways/clocks.ts'
export { quietMs } from './ways/delivering.ts'
export { exportWays } from './ways/preferences.ts'
export type { StopLink } from './ways/sending.ts'

export { createWays, type Ways } from './ways/ways.ts'
