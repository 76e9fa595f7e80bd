import type pg from 'pg'
import type { Media } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Slice } from '../platform/slice.ts'
import { createFollowLimit, type createPeopleLimits } from './index.ts'
import { createPeopleJobs } from './jobs.ts'
import { createMembersRoutes, createPeopleRoutes } from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  media: Media
  searchQueue: SearchQueue
  nameLimits: ReturnType<typeof createPeopleLimits>
  site: { appName: string }
  mostViewed: Parameters<typeof createPeopleJobs>[0]['mostViewed']
}

export const people: Slice<Services> = {
  routes: ({ media, pool, searchQueue, nameLimits, site }) => [
    ...createPeopleRoutes({ media, appName: site.appName, ...nameLimits }),
    ...createMembersRoutes({ limit: createFollowLimit(pool), searchQueue }),
  ],
  jobs: ({ db, clock, media, mostViewed }) => createPeopleJobs({ db, clock, media, mostViewed }),
}
