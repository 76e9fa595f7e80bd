import type { FastifyInstance } from 'fastify'
import { associateSentence } from '../../shared/amazon/associate.ts'
import { fullName } from '../../shared/full-name.ts'
import { displayTitle } from '../../shared/product.ts'
import { escapeHtml } from '../../shared/text.ts'
import { isUsername } from '../../shared/username.ts'
import { noDependencies } from '../cache/dependencies.ts'
import type { PageCache, RenderedPage } from '../cache/page-cache.ts'
import { makePage, missingPage, publicCaching, redirectPage, sendPage } from '../page.ts'
import { orNull } from '../public-data.ts'
import { xmlDocument, xmlText } from './xml.ts'

export type FeedOptions = {
  /** Null in development, where every request renders again and scripts are not restricted. */
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

/** The time of a change in whole seconds; null while another change may still come within the same second. */
function settled(changedAt: Date, now: Date): Date | null {
  const seconds = Math.floor(changedAt.getTime() / 1000)
  return seconds < Math.floor(now.getTime() / 1000) ? new Date(seconds * 1000) : null
}

/** A creator and their newest public products, without prices. */
type CreatorFeed = {
  profile: {
    id: string
    first_name: string
    last_name: string
    username: string
    avatar_url: string | null
  }
  changedAt: Date
  items: FeedItem[]
}

type FeedItem = {
  id: string
  short_link_id: string
  asin: string
  title: string
  description: string | null
  user_comment: string | null
  image_url: string | null
  image_source: string | null
  created_at: string
  updated_at: string
}

type Site = { appName: string; siteUrl: string }

/**
 * The Atom feed (RFC 4287) of a creator. The ids of feed and entries survive renames and edits. It has only the
 * creator's own pictures: feed readers copy pictures, and Amazon's must not be copied.
 */
function atomFeed({ profile, changedAt, items }: CreatorFeed, { appName, siteUrl }: Site): string {
  const name = fullName(profile)
  const page = `${siteUrl}/${profile.username}`
  return xmlDocument(
    [
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      `<id>urn:uuid:${profile.id}</id>`,
      `<title>${xmlText(`${name} (@${profile.username}) · ${appName}`)}</title>`,
      `<subtitle>${xmlText(`Products ${name} shares on ${appName}. ${associateSentence}`)}</subtitle>`,
      `<updated>${changedAt.toISOString()}</updated>`,
      `<link rel="self" type="application/atom+xml" href="${xmlText(`${page}/feed.atom`)}"/>`,
      `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
      ...(profile.avatar_url ? [`<icon>${xmlText(new URL(profile.avatar_url, siteUrl).href)}</icon>`] : []),
      `<author><name>${xmlText(name)}</name><uri>${xmlText(page)}</uri></author>`,
      ...items.map((item) => entry(item, siteUrl)),
      '</feed>',
    ].join('\n'),
  )
}

function entry(item: FeedItem, siteUrl: string): string {
  const address = `${siteUrl}/l/${item.short_link_id}`
  const summary = item.user_comment ?? item.description
  return [
    '<entry>',
    `<id>urn:uuid:${item.id}</id>`,
    `<title>${xmlText(displayTitle(item))}</title>`,
    `<link rel="alternate" type="text/html" href="${xmlText(address)}"/>`,
    `<published>${item.created_at}</published>`,
    `<updated>${item.updated_at}</updated>`,
    ...(summary ? [`<summary>${xmlText(summary)}</summary>`] : []),
    `<content type="html">${xmlText(content(item, { address, siteUrl }))}</content>`,
    '</entry>',
  ].join('\n')
}

/** What a feed reader shows, as HTML. */
function content(item: FeedItem, { address, siteUrl }: { address: string; siteUrl: string }): string {
  const title = escapeHtml(displayTitle(item))
  const picture = item.image_source === 'owner' && item.image_url && new URL(item.image_url, siteUrl).href
  const link = (inner: string) => `<p><a href="${escapeHtml(address)}">${inner}</a></p>`
  return [
    picture ? link(`<img src="${escapeHtml(picture)}" alt="${title}">`) : '',
    item.description ? `<p>${lines(item.description)}</p>` : '',
    item.user_comment
      ? `<p><strong>What I love about it:</strong></p><blockquote>${lines(item.user_comment)}</blockquote>`
      : '',
    link(title),
  ].join('')
}

const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>')
