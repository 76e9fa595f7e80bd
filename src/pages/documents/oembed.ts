import type { FastifyInstance } from 'fastify'
import type { LocalApi } from '../../platform/http/local.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { embedCode, embedSize, leastEmbedSize } from '../../shared/sharing/embed.ts'
import { type Creator, productCard, shareImage, shareImagePath } from '../../shared/sharing/share-image.ts'
import type { Api } from '../../web/api/client.ts'
import { cleanPath } from '../clean-path.ts'
import { findListCard, findProduct, findProfileCard } from '../public-data.ts'
import { xmlDocument, xmlText } from './xml.ts'

type OembedOptions = { api: LocalApi; appName: string; siteUrl: string }

type Query = Partial<Record<'url' | 'format' | 'maxwidth' | 'maxheight', string | string[]>>
type Described = {
  title: string
  creator: Creator
  image: string
  /** The path of the page, of which there is a card for other sites. */
  card?: string
}
type Answer = Record<string, string | number>

const caching = 'public, max-age=600'
const cacheSeconds = 3600

/**
 * Serves oEmbed 1.0 (oembed.com) for the addresses of products, lists and profiles: their title, creator and share
 * image. Of products and lists the type is `rich`, with the card for other sites (docs/product/embeds.md#the-card);
 * where that does not fit, and of a profile, it is `link`. Nothing of ours runs in the page that shows it.
 */
export function registerOembed(app: FastifyInstance, options: OembedOptions): void {
  app.get<{ Querystring: Query }>('/api/oembed', { schema: { hide: true } }, async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const format = readFormat(request.query.format)
    const room = {
      width: readLimit(request.query, 'maxwidth'),
      height: readLimit(request.query, 'maxheight'),
    }
    const described = await describe(readUrl(request.query.url), options)
    if (!described) throw notFound('Product, list or profile')
    const answer = answerOf(described, options, room)
    reply.header('cache-control', caching)
    return format === 'json'
      ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      : reply.type('text/xml; charset=utf-8').send(xmlOf(answer))
  })
}

function readFormat(format: Query['format'] = 'json'): 'json' | 'xml' {
  if (format === 'json' || format === 'xml') return format
  throw new AppError('not_offered', 'Only the formats json and xml are offered.')
}

function readLimit(query: Query, name: 'maxwidth' | 'maxheight'): number {
  const limit = query[name] ?? ''
  if (limit === '') return Number.POSITIVE_INFINITY
  if (typeof limit !== 'string' || !/^[1-9]\d{0,5}$/.test(limit))
    throw invalid(name, `${name} must be a number of pixels.`)
  return Number(limit)
}

function readUrl(url: Query['url']): string {
  if (typeof url !== 'string' || url === '') throw invalid('url', 'Name one address as url.')
  return url
}

/** What is at an address of this site; null for every other address. The query is ignored. */
async function describe(address: string, options: OembedOptions): Promise<Described | null> {
  const { siteUrl, appName } = options
  const api = options.api as Api
  const url = URL.parse(address)
  if (url?.origin !== new URL(siteUrl).origin) return null
  const [first = '', second, ...rest] = cleanPath(url.pathname).replace(/\/$/, '').slice(1).split('/')
  if (rest.length > 0) return null
  if (second !== undefined) {
    if (first !== 'l' && first !== 'product')
      return describeList(api, { username: first, slug: second }, appName)
    const product = await findProduct(api, second)
    if (!product) return null
    const card = productCard(product, appName)
    const image = shareImagePath(`/l/${product.short_link_id}`, card)
    return {
      title: card.title,
      creator: card.creator,
      image,
      card: `/l/${first === 'l' ? second : product.short_link_id}`,
    }
  }
  const card = await findProfileCard(api, first.toLowerCase(), appName)
  if (!card) return null
  const { creator } = card
  return { title: signature(creator), creator, image: shareImagePath(`/${creator.username}`, card) }
}

async function describeList(
  api: Api,
  { username, slug }: { username: string; slug: string },
  appName: string,
): Promise<Described | null> {
  const names = { username: username.toLowerCase(), slug: slug.toLowerCase() }
  const found = await findListCard(api, names, appName)
  if (!found) return null
  const { card, path } = found
  return { title: card.title, creator: card.creator, image: shareImagePath(path, card), card: path }
}

const signature = ({ name, username }: Creator): string => `${name} (@${username})`

function answerOf(
  { title, creator, image, card }: Described,
  { appName, siteUrl }: OembedOptions,
  room: Room,
): Answer {
  const { width, height } = shareImage
  return {
    version: '1.0',
    ...(card && isEnoughFor(room) ? rich(card, title, siteUrl, room) : { type: 'link' }),
    title,
    author_name: signature(creator),
    author_url: `${siteUrl}/${creator.username}`,
    provider_name: appName,
    provider_url: siteUrl,
    cache_age: cacheSeconds,
    // A thumbnail must not be larger than was asked for, and there is only this size.
    ...(width <= room.width &&
      height <= room.height && {
        thumbnail_url: siteUrl + image,
        thumbnail_width: width,
        thumbnail_height: height,
      }),
  }
}

type Room = { width: number; height: number }

const isEnoughFor = ({ width, height }: Room): boolean =>
  width >= leastEmbedSize.width && height >= leastEmbedSize.height

/** The card of the page at `path`, no larger than its usual size and than there is room. */
function rich(path: string, title: string, origin: string, room: Room): Answer {
  const width = Math.min(embedSize.width, room.width)
  const height = Math.min(embedSize.height, room.height)
  return { type: 'rich', html: embedCode({ origin, path, title, width, height }), width, height }
}

function xmlOf(answer: Answer): string {
  const parts = Object.entries(answer).map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`)
  return xmlDocument(`<oembed>\n${parts.join('\n')}\n</oembed>`)
}
