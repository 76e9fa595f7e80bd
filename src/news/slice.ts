import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import { createNewsJobs } from './jobs.ts'

export const news: Slice<Omit<Context, 'actor'>> = {
  routes: () => [],
  jobs: ({ db, clock }) => createNewsJobs({ db, clock }),
}
