import type { PayoutDeps } from '../payouts/index.ts'
import type { Context } from '../platform/context.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Slice } from '../platform/slice.ts'
import { createNoteJobs } from './jobs.ts'
import { noteRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  mailer: Pick<Mailer, 'send'>
  site: { appName: string; siteUrl: string }
  payouts: PayoutDeps
}

export const notes: Slice<Services> = {
  routes: () => noteRoutes,
  jobs: ({ db, clock, mailer, site, payouts }) => createNoteJobs({ db, clock }, mailer, site, payouts),
}
