import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import { createClickExports } from './index.ts'
import { createClicksJobs } from './jobs.ts'
import {
  clickFlagRoutes,
  createClickExportRoutes,
  createClicksRoutes,
  createViewImageRoutes,
} from './routes.ts'

type Services = Omit<Context, 'actor'> & {
  pool: pg.Pool
  counting: Parameters<typeof createClicksRoutes>[0]
  settings: { clicks: { retentionDays: number } }
}

export const clicks: Slice<Services> = {
  routes: ({ counting, pool }) => [
    ...createClicksRoutes(counting),
    ...createViewImageRoutes(counting),
    ...clickFlagRoutes,
    ...createClickExportRoutes(createClickExports(pool)),
  ],
  jobs: ({ db, clock, settings }) => createClicksJobs({ db, clock, ...settings.clicks }),
}
