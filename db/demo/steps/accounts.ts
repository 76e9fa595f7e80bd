import { hasPicture, pictureAddress, storePicture } from '../../../src/media/index.ts'
import { follow, updateProfile } from '../../../src/people/index.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { emailOf, type Person } from '../cast/people.ts'
import { renderFace } from '../pictures/render.ts'
import type { Follow } from '../plan/follows.ts'
import { contextAt, inParallel, sideBySide, type World } from '../world.ts'
import { proveAddresses, selectAccounts } from './sql.ts'

/** The password of every account of the demo. It is printed for everyone to see. */
export const demoPassword = 'seven-quiet-teacups'

type Account = Awaited<ReturnType<typeof selectAccounts>>[number]

/** When the demo's year ends: now for a new one. An existing demo keeps its year, and missing parts are added to it. */
export async function endOfYear({ db, clock }: World, first: Person): Promise<Date> {
  const [account] = await selectAccounts(db, [emailOf(first)])
  return account ? after(account.created_at, first.joinedDaysAgo * dayMs) : clock()
}

/**
 * Signs up the missing people, each on their day with a proven address, and completes their profiles. Returns
 * everyone's user id.
 */
export async function openAccounts(
  world: World,
  people: readonly Person[],
  end: Date,
): Promise<Map<Person, string>> {
  const found = await selectAccounts(world.db, people.map(emailOf))
  const accounts = new Map(found.map((account) => [account.email, account]))
  const ids = await inParallel(people, sideBySide, async (person) => {
    const joined = after(end, -person.joinedDaysAgo * dayMs)
    const account = accounts.get(emailOf(person))
    const userId = account?.id ?? (await signUp(world, person, joined))
    await proveAddresses(world.db, [emailOf(person)], joined)
    await completeProfile(world, person, { userId, account, joined })
    return [person, userId] as const
  })
  return new Map(ids)
}

async function signUp({ services, ...world }: World, person: Person, joined: Date): Promise<string> {
  const { user } = await services.identity.sessions.signUp(
    contextAt({ services, ...world }, joined),
    {
      email: emailOf(person),
      password: demoPassword,
      data: { first_name: person.firstName, last_name: person.lastName },
    },
    { userAgent: null },
  )
  return user.id
}

type Member = { userId: string; account: Account | undefined; joined: Date }

async function completeProfile(world: World, person: Person, { userId, account, joined }: Member) {
  const context = contextAt(world, joined, userId)
  const path = `${userId}-${joined.getTime()}.webp`
  if (person.face && !(await hasPicture(context, world.services.media, path)))
    await storePicture(context, world.services.media, { path, bytes: await renderFace(person.face) })
  // Changes of the owner stay.
  if (account?.avatar_url || account?.bio || !(person.face || person.bio)) return
  await updateProfile(context, world.services.media, {
    bio: person.bio,
    avatar_url: person.face && pictureAddress(path),
    first_steps: null,
  })
}

/** Adds the missing follows. */
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
