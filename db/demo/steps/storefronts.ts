import { setPicks } from '../../../src/folio/index.ts'
import { hasPicture, pictureAddress, storePicture } from '../../../src/media/index.ts'
import { getOwnProfile, updateProfile } from '../../../src/people/index.ts'
import { maxPicks } from '../../../src/shared/collection.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { storefronts } from '../cast/storefronts.ts'
import { renderCover } from '../pictures/render.ts'
import { contextAt, type World } from '../world.ts'
import type { Posted } from './products.ts'

/** How many days before the end of the year they were arranged. */
const daysAgo = 20

/** Arranges the storefronts of creators: cover, links and picks. One that its owner has arranged stays as it is. */
export async function arrangeStorefronts(world: World, posted: readonly Posted[], end: Date): Promise<void> {
  for (const plan of storefronts) {
    const own = posted.filter(({ post }) => post.creator.firstName === plan.of && !post.isBare)
    const userId = own[0]?.userId
    if (!userId) continue
    const context = contextAt(world, after(end, -daysAgo * dayMs), userId)
    const { cover_url, links } = await getOwnProfile(context)
    if (cover_url || links.length > 0) continue
    const path = `${userId}-${context.clock().getTime()}.webp`
    const { media } = world.services
    const things = own.map(({ post }) => post.find.picture)
    if (!(await hasPicture(context, media, path)))
      await storePicture(context, media, { path, bytes: await renderCover(plan.cover, things, plan.of) })
    await updateProfile(context, media, { cover_url: pictureAddress(path), links: plan.links })
    // Every other one, so that picks are not simply the newest.
    const picks = own.toReversed().filter((_, index) => own.length < 2 * maxPicks || index % 2 === 1)
    await setPicks(context, { product_ids: picks.slice(0, maxPicks).map(({ productId }) => productId) })
  }
}
