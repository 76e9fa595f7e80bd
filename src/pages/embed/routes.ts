import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LocalApi } from '../../platform/http/local.ts'
import { Refused } from '../../platform/http/refused.ts'
import { squareOf } from '../../shared/pictures/sizes.ts'
import { embedPath } from '../../shared/sharing/embed.ts'
import { productCard } from '../../shared/sharing/share-image.ts'
import type { Api } from '../../web/api/client.ts'
import { addDependencies, noDependencies } from '../cache/dependencies.ts'
import type { PageCache, RenderedPage } from '../cache/page-cache.ts'
import type { MissingPages } from '../missing-pages.ts'
import { makePage, publicCaching, sendPage } from '../page.ts'
import { findList, findProduct } from '../public-data.ts'
import { type EmbedCard, embedHtml, embedPolicy, missingEmbedHtml } from './card.ts'

export type EmbedOptions = {
  api: LocalApi
  appName: string
  siteUrl: string
  cache: PageCache | null
  clock: () => Date
  isOverloaded: () => boolean
}

/** The side of a photo that is sharp on a card, in pixels. */
const smallSide = 400

/** Reads a card's page, by an API that notes what it depends on; null where there is none. */
type ReadCard = (api: Api) => Promise<EmbedCard | null>

/**
 * Serves cards for other sites (docs/product/embeds.md#the-card): cached as the pages that they lead to, and never
 * counted as a view of these.
 */
export function registerEmbeds(app: FastifyInstance, options: EmbedOptions, missing: MissingPages): void {
  const { appName, siteUrl } = options
  const hidden = { schema: { hide: true } }

  app.get<{ Params: { ref: string } }>(embedPath('/l/:ref'), hidden, (request, reply) => {
    const { ref } = request.params
    return answer(request, reply, `l/${ref}`, async (api) => {
      const product = await findProduct(api, ref)
      if (!product) return null
      const { title, photo, creator } = productCard(product, appName)
      return {
        appName,
        url: `${siteUrl}/l/${ref}`,
        title,
        words: product.user_comment,
        by: `Shared by @${creator.username}`,
        photo: photo && squareOf(photo, smallSide),
      }
    })
  })

  app.get<{ Params: { username: string; slug: string } }>(
    embedPath('/:username/:slug'),
    hidden,
    (request, reply) => {
      const { username, slug } = request.params
      const names = { username: username.toLowerCase(), slug: slug.toLowerCase() }
      return answer(request, reply, `${names.username}/${names.slug}`, async (api) => {
        const list = await findList(api, names)
        if (!list) return null
        const photo = list.cover_url ?? list.pictures.find(({ image_url }) => image_url)?.image_url
        return {
          appName,
          url: `${siteUrl}/${list.profiles.username}/${list.slug}`,
          title: list.title,
          words: list.words,
          by: `A list by @${list.profiles.username}`,
          photo: photo ? squareOf(photo, smallSide) : null,
        }
      })
    },
  )

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string, read: ReadCard) {
    const render = async (): Promise<RenderedPage> => {
      if (options.isOverloaded()) throw new Refused('event_loop')
      const markFound = missing.begin(request.ip)
      const rendered = await renderCard(options, read)
      if (rendered.page.status !== 404) markFound()
      return rendered
    }
    const page = options.cache
      ? await options.cache.get(embedPath(`/${path}`).slice(1), render)
      : (await render()).page
    return sendPage(request, reply, page, publicCaching(page, options.clock()))
  }
}

async function renderCard({ api, appName }: EmbedOptions, read: ReadCard): Promise<RenderedPage> {
  const dependencies = noDependencies()
  const observed: LocalApi = async (name, input) => {
    const found = await api(name, input)
    addDependencies(dependencies, name, found, input)
    return found
  }
  const card = await read(observed as Api)
  const page = await makePage({
    status: card ? 200 : 404,
    type: 'text/html; charset=utf-8',
    text: card ? embedHtml(card) : missingEmbedHtml(appName),
    compressed: card !== null,
    contentSecurityPolicy: embedPolicy,
  })
  return { page, dependencies }
}
