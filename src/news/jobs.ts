import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { spread, spreadNews } from './telling/service.ts'
import { createBounceJobs } from './ways/bounces.ts'
import { createDelivery } from './ways/delivering.ts'
import { createTending } from './ways/tending.ts'
import type { Ways } from './ways/ways.ts'

type Environment = Omit<Context, 'actor'>
type Deps = { ways: Ways; mailer: Mailer; site: { appName: string; siteUrl: string } }

/** The background jobs of this slice. */
export const createNewsJobs = (environment: Environment, { ways, mailer, site }: Deps): JobHandler[] => [
  handle(spreadNews, (of) => spread(environment, of)),
  ...createDelivery(environment, { sending: ways.sending, site }),
  ...createBounceJobs(environment, { mailer, site }),
  createTending(environment),
]
