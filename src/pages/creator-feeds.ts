import type { FastifyInstance } from 'fastify'
import { isUsername } from '../shared/username.ts'
import { noDependencies } from './cache/dependencies.ts'
import type { PageCache, RenderedPage } from './cache/page-cache.ts'
import { atomFeed, type CreatorFeed } from './documents/creator-feeds.ts'
import { makePage, missingPage, redirectPage } from './page.ts'
import { orNull } from './public-data.ts'
import { publicCaching, sendPage } from './send-page.ts'

export type FeedOptions = {
  /** Null in development, where every request renders anew and scripts are not restricted. */
  cache: PageCache | null
  appName: string
  siteUrl: string
  clock: () => Date
  /** A creator by any name they ever had. Throws `not_found`. */
  creatorFeed: (username: string) => Promise<CreatorFeed>
}

type Request = { Params: { username: string } }

const feedPath = (username: string) => `/${username}/feed.atom`

/** Serves the Atom feed of each creator, under their current name in lower case. */
export function registerCreatorFeeds(app: FastifyInstance, options: FeedOptions): void {
  app.get<Request>('/:username/feed.atom', { schema: { hide: true } }, async (request, reply) => {
    const asked = request.params.username
    const username = asked.toLowerCase()
    const render = () => renderFeed(username, options)
    const { cache } = options
    const page = await (cache
      ? cache.get(`feed.atom/${username}`, render)
      : render().then((made) => made.page))
    const isElsewhere = page.status === 200 && asked !== username
    const answer = isElsewhere ? await redirectPage(feedPath(username)) : page
    return sendPage(request, reply, answer, publicCaching(answer, options.clock()))
  })
}

async function renderFeed(username: string, options: FeedOptions): Promise<RenderedPage> {
  const dependencies = noDependencies()
  const feed = isUsername(username) ? await orNull(options.creatorFeed(username)) : null
  if (!feed) return { page: await missingPage(), dependencies }
  dependencies.tags.add(`profile:${feed.profile.id}`)
  const current = feed.profile.username
  if (current !== username) return { page: await redirectPage(feedPath(current)), dependencies }
  const page = await makePage({
    status: 200,
    type: 'application/atom+xml; charset=utf-8',
    text: atomFeed(feed, options),
    compressed: options.cache !== null,
    lastModified: settled(feed.changedAt, options.clock()),
  })
  return { page, dependencies }
}

/** The time of a change in whole seconds; null while another may follow that would seem to be of the same time. */
function settled(changedAt: Date, now: Date): Date | null {
  const seconds = Math.floor(changedAt.getTime() / 1000)
  return seconds < Math.floor(now.getTime() / 1000) ? new Date(seconds * 1000) : null
}
