import type { Media } from '../media/index.ts'
import type { Slice } from '../platform/slice.ts'
import { createListRoutes } from './routes.ts'

export const lists: Slice<{ media: Media }> = {
  routes: ({ media }) => createListRoutes(media),
  jobs: () => [],
}
