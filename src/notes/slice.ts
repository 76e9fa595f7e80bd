import type { Ways } from '../news/index.ts'
import type { PayoutDeps } from '../payouts/index.ts'
import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import { createNoteJobs } from './jobs.ts'
import { noteRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  ways: Pick<Ways, 'sendByWays'>
  site: { appName: string; siteUrl: string }
  payouts: PayoutDeps
}

export const notes: Slice<Services> = {
  routes: () => noteRoutes,
  jobs: ({ db, clock, ways, site, payouts }) => createNoteJobs({ db, clock }, ways, site, payouts),
}
