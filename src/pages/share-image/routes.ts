import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cachedForGood } from '../../platform/http/answer-headers.ts'
import type { LocalApi } from '../../platform/http/local.ts'
import { productCard, type ShareCard, siteCard } from '../../shared/sharing/share-image.ts'
import { type StoryCard, storyCard, storyLayouts, storyPath } from '../../shared/sharing/story-card.ts'
import type { Api } from '../../web/api/client.ts'
import { missingPage, type Page, plainPage, redirectPage, sendPage } from '../page.ts'
import { findListCard, findProduct, findProfileCard } from '../public-data.ts'
import { createShareImages, type ReadPicture, type ShareImage } from './cached-images.ts'

export type ShareImageOptions = {
  api: LocalApi
  appName: string
  siteUrl: string
  readPicture: ReadPicture
  /** How many processes share the memory for caches. */
  workers?: number
}

type Query = { Querystring: { v?: string | string[] } }
type OfProduct = Query & { Params: { ref: string } }
type OfList = Query & { Params: { username: string; slug: string } }
type OfProfile = Query & { Params: { username: string } }

/** For an address without a version or with a former one, whose image may change. */
const cachedBriefly = 'public, max-age=300'

/**
 * Serves the share images (shared/share-image.ts) of products, of lists, of profiles and of the site. The version in an
 * address only decides how long its answer may be cached: the image that is drawn, and cached here, always shows the
 * present state.
 */
export function registerShareImages(app: FastifyInstance, options: ShareImageOptions): void {
  const { appName } = options
  const api = options.api as Api
  const images = createShareImages(options.readPicture, options.workers)
  const hidden = { schema: { hide: true } }

  async function answer(request: FastifyRequest<Query>, reply: FastifyReply, card: ShareCard | StoryCard) {
    const image = await images(card)
    const isPresent = request.query.v === image.version && image.isWhole
    return sendPage(request, reply, pageOf(image), isPresent ? cachedForGood : cachedBriefly)
  }

  app.get<Query>('/preview.jpg', hidden, (request, reply) => answer(request, reply, siteCard(appName)))

  app.get<OfProduct>('/l/:ref/preview.jpg', hidden, async (request, reply) => {
    const product = await findProduct(api, request.params.ref)
    if (product?.short_link_id !== request.params.ref)
      return sendPage(request, reply, await missingPage(), cachedBriefly)
    return answer(request, reply, productCard(product, appName))
  })

  for (const layout of storyLayouts)
    app.get<OfProduct>(storyPath(':ref', layout), hidden, async (request, reply) => {
      const product = await findProduct(api, request.params.ref)
      const card = product?.short_link_id === request.params.ref ? storyCard(product, layout, options) : null
      return card
        ? answer(request, reply, card)
        : sendPage(request, reply, await missingPage(), cachedBriefly)
    })

  app.get<OfList>('/:username/:slug/preview.jpg', hidden, async (request, reply) => {
    const { username, slug } = request.params
    const names = { username: username.toLowerCase(), slug: slug.toLowerCase() }
    const found = await findListCard(api, names, appName)
    if (!found) return sendPage(request, reply, await missingPage(), cachedBriefly)
    if (found.path === `/${username}/${slug}`) return answer(request, reply, found.card)
    return sendPage(request, reply, await redirectPage(`${found.path}/preview.jpg`), cachedBriefly)
  })

  app.get<OfProfile>('/:username/preview.jpg', hidden, async (request, reply) => {
    const { username } = request.params
    const card = await findProfileCard(api, username.toLowerCase(), appName)
    if (!card) return sendPage(request, reply, await missingPage(), cachedBriefly)
    const current = card.creator.username
    if (current === username) return answer(request, reply, card)
    return sendPage(request, reply, await redirectPage(`/${current}/preview.jpg`), cachedBriefly)
  })
}

const pageOf = ({ bytes, type, version, isWhole }: ShareImage): Page => ({
  ...plainPage,
  status: 200,
  type,
  body: bytes,
  brotli: null,
  etag: `"${version}${isWhole ? '' : '-incomplete'}"`,
})
