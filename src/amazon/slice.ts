import type { Slice } from '../platform/slice.ts'
import type { Amazon } from './index.ts'
import { createAmazonRoutes } from './routes.ts'

export const amazon: Slice<{ amazon: Amazon }> = {
  routes: ({ amazon }) => createAmazonRoutes(amazon),
  jobs: () => [],
}
