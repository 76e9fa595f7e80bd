import type { Media } from '../media/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../platform/settings/read.ts'
import type { Slice } from '../platform/slice.ts'
import { createHealth, examineAll } from './index.ts'
import { createOperationsRoutes } from './routes.ts'

type Services = { settings: Settings; media: Media; database: Database }

export const operations: Slice<Services> = {
  routes: ({ settings, media, database }) =>
    createOperationsRoutes(createHealth(() => examineAll(settings, media, database))),
  jobs: () => [],
}
