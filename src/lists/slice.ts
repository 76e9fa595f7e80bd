import type pg from 'pg'
import type { Media } from '../media/index.ts'
import type { Slice } from '../platform/slice.ts'
import { createListingLimit } from './editing/limit.ts'
import { createListRoutes } from './routes.ts'

export const lists: Slice<{ media: Media; pool: pg.Pool }> = {
  routes: ({ media, pool }) => createListRoutes({ media, limit: createListingLimit(pool) }),
  jobs: () => [],
}
