import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import type { Media } from './index.ts'
import { createMediaJobs } from './jobs.ts'

/** Its calls are those of the storage wire, which has a protocol of its own (`wire.ts`). */
export const media: Slice<Omit<Context, 'actor'> & { media: Media }> = {
  routes: () => [],
  jobs: ({ db, clock, media }) => createMediaJobs({ db, clock, media }),
}
