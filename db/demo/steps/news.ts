import { readNews } from '../../../src/news/index.ts'
import { contextAt, inParallel, sideBySide, type World } from '../world.ts'

/** Has these people read what they were told until an instant, so that what comes later stands apart from it. */
export async function readNewsUntil(world: World, userIds: readonly string[], until: Date): Promise<void> {
  await inParallel(userIds, sideBySide, (userId) =>
    readNews(contextAt(world, until, userId), { until: until.toISOString() }),
  )
}
