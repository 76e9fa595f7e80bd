import { dayMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { type Creator, emailOf, type Person } from '../cast/people.ts'
import { createRandom } from '../random.ts'

export type Follow = { follower: Person; following: Creator; at: Date }

/** Who follows whom, in time: everybody some creators, those with more reach more often, once both had accounts. */
export function planFollows(creators: readonly Creator[], readers: readonly Person[], end: Date): Follow[] {
  const follows = [...creators, ...readers].flatMap((follower) => {
    const random = createRandom(`follows of ${emailOf(follower)}`)
    const left = new Set(creators.filter((creator) => creator !== follower))
    const count = Math.min(left.size, 2 + random.whole(8))
    return Array.from({ length: count }, () => {
      const following = random.weighted([...left], (creator) => creator.reach ** 2)
      left.delete(following)
      const daysAgo = Math.min(follower.joinedDaysAgo, following.joinedDaysAgo) * random.next()
      return { follower, following, at: after(end, -daysAgo * dayMs) }
    })
  })
  return follows.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
