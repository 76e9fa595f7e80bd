import type { Context } from '../platform/context.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Slice } from '../platform/slice.ts'
import { createNewsJobs } from './jobs.ts'
import { createNewsRoutes } from './routes.ts'
import { createWaysRoutes } from './ways/routes.ts'
import type { Ways } from './ways/ways.ts'

type Services = Omit<Context, 'actor'> & {
  ways: Ways
  mailer: Mailer
  site: { appName: string; siteUrl: string }
}

export const news: Slice<Services> = {
  routes: ({ ways: { keys, changes, stops, mails } }) => [
    ...createNewsRoutes(),
    ...createWaysRoutes({ keys, limit: changes, stops, mails }),
  ],
  jobs: ({ db, clock, ways, mailer, site }) => createNewsJobs({ db, clock }, { ways, mailer, site }),
}
