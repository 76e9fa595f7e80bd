import {
  createList,
  editItem,
  editList,
  listOwnLists,
  readOwnListPage,
  saveProducts,
} from '../../../src/lists/index.ts'
import { hasPicture, pictureAddress, storePicture } from '../../../src/media/index.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { type ListPlan, lists, savers } from '../cast/lists.ts'
import { renderDesk, renderShelves } from '../pictures/render.ts'
import { createRandom } from '../random.ts'
import { contextAt, type World } from '../world.ts'
import type { Posted } from './products.ts'

/** The fewest things of a list, which a small demo fills with others of its owner's. */
const fewest = 3

/**
 * Makes the missing lists and looks of the creators, each on its day, and what they have saved. A list whose title its
 * creator already has is left unchanged.
 */
export async function makeLists(world: World, posted: readonly Posted[], end: Date): Promise<number> {
  let made = 0
  // In the order of their days, since one a day becomes public.
  for (const plan of lists.toSorted((a, b) => b.daysAgo - a.daysAgo))
    if (await makeList(world, plan, posted, end)) made += 1
  for (const [of, count] of savers) await save(world, { of, count, posted, end })
  return made
}

const ownerNamed = (posted: readonly Posted[], of: string): string | undefined =>
  posted.find(({ post }) => post.creator.firstName === of)?.userId

async function makeList(
  world: World,
  plan: ListPlan,
  posted: readonly Posted[],
  end: Date,
): Promise<boolean> {
  const userId = ownerNamed(posted, plan.of)
  if (!userId) return false
  const context = contextAt(world, after(end, -plan.daysAgo * dayMs), userId)
  const { items: own } = await listOwnLists(context, {})
  if (own.some(({ title }) => title === plan.title)) return false
  const things = thingsOf(plan, posted, userId)
  if (things.length < (plan.isPrivate ? 1 : fewest)) return false
  const photo = plan.photo && (await keepPhoto(world, { plan, things, userId, at: context.clock() }))
  const list = await createList(context, world.services.media, {
    title: plan.title,
    words: plan.words,
    cover_url: photo?.address ?? null,
    is_look: photo !== undefined,
    product_ids: things.map(({ posted: { productId } }) => productId),
  })
  const { items } = await readOwnListPage(context, list.id, undefined)
  for (const [index, { line }] of things.entries()) {
    const item = items.items[index]
    const point = photo?.points[index]
    if (item && (line || point))
      await editItem(
        context,
        { listId: list.id, id: item.id },
        { ...(line && { line }), ...(point && { point }) },
      )
  }
  if (!plan.isPrivate)
    await editList(context, world.services.media, {
      id: list.id,
      changes: { is_public: true },
      versions: undefined,
    })
  return true
}

type Chosen = { posted: Posted; line: string | undefined }

/** The products of a list: its owner's where they share the thing, else somebody's; then others of the owner's. */
function thingsOf({ things, isPrivate }: ListPlan, posted: readonly Posted[], userId: string): Chosen[] {
  const shown = posted.filter(({ post }) => !post.isBare)
  const named = things.flatMap(([title, line]): Chosen[] => {
    const all = shown.filter(({ post }) => post.find.title === title)
    const found = all.find((one) => one.userId === userId) ?? all[0]
    return found ? [{ posted: found, line }] : []
  })
  const known = new Set(named.map((one) => one.posted))
  const others = shown.filter((one) => one.userId === userId && !known.has(one))
  const missing = Math.max(0, isPrivate ? 0 : fewest - named.length)
  return [...named, ...others.slice(0, missing).map((one) => ({ posted: one, line: undefined }))]
}

type Look = { plan: ListPlan; things: Chosen[]; userId: string; at: Date }

/** Makes the photo of a look unless it exists; its address, and the points of the things. */
async function keepPhoto(world: World, { plan, things, userId, at }: Look) {
  const { media } = world.services
  const path = `products/product-${userId}-${at.getTime()}.webp`
  const subjects = things.map(({ posted: { post } }) => post.find.picture)
  const shelves = plan.photo === 'shelves' ? await renderShelves(subjects, plan.title) : undefined
  const context = contextAt(world, at, userId)
  if (!(await hasPicture(context, media, path)))
    await storePicture(context, media, { path, bytes: shelves?.bytes ?? (await renderDesk()) })
  return { address: pictureAddress(path), points: shelves?.points ?? pointsOf(plan, things) }
}

/** The points of a planned photo: each thing's own, and any for a thing that stands in. */
function pointsOf({ photo, things }: ListPlan, chosen: Chosen[]) {
  if (!photo || photo === 'shelves') return []
  const titles = things.map(([title]) => title)
  const taken = chosen.map(({ posted: { post } }) => titles.indexOf(post.find.title))
  const free = photo.filter((_, index) => !taken.includes(index))
  return taken.map((index) => (index >= 0 ? photo[index] : free.shift()))
}

type Saving = { of: string; count: number; posted: readonly Posted[]; end: Date }

/** Saves products of others, unless something is saved already. */
async function save(world: World, { of, count, posted, end }: Saving): Promise<void> {
  const userId = ownerNamed(posted, of)
  if (!userId) return
  // In the last week that is over.
  const context = contextAt(world, after(end, -7 * dayMs), userId)
  const { items } = await listOwnLists(context, {})
  if (items.some(({ is_saved }) => is_saved)) return
  const ofOthers = posted.filter(
    (one) => one.userId !== userId && !one.post.isBare && one.post.at < context.clock(),
  )
  const chosen = createRandom(`saved by ${of}`).shuffled(ofOthers).slice(0, count)
  if (chosen.length > 0)
    await saveProducts(
      context,
      chosen.map(({ productId }) => productId),
    )
}
