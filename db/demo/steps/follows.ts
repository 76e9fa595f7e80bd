import { follow } from '../../../src/people/index.ts'
import type { Person } from '../cast/people.ts'
import { inParallel } from '../parallel.ts'
import type { Follow } from '../plan/follows.ts'
import { contextAt, sideBySide, type World } from '../world.ts'

/** Lets everyone follow whom they follow. Who follows already goes on as they are. */
export async function followAll(
  world: World,
  follows: readonly Follow[],
  userIds: ReadonlyMap<Person, string>,
): Promise<void> {
  await inParallel(follows, sideBySide, async ({ follower, following, at }) => {
    const context = contextAt(world, at, userIds.get(follower) as string)
    await follow(context, userIds.get(following) as string)
  })
}
