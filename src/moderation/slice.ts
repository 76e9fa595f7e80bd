import type { Context } from '../platform/context.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Slice } from '../platform/slice.ts'
import { createModerationJobs } from './jobs.ts'
import { createModerationRoutes } from './routes.ts'

type Services = Pick<Context, 'db'> & {
  reporting: Parameters<typeof createModerationRoutes>[0]
  mailer: Pick<Mailer, 'send'>
  site: { appName: string; siteUrl: string }
}

export const moderation: Slice<Services> = {
  routes: ({ reporting }) => createModerationRoutes(reporting),
  jobs: ({ db, mailer, site }) => createModerationJobs({ db }, mailer, site),
}
