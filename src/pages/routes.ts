import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { toAppError } from '../platform/http/errors.ts'
import type { LocalApi } from '../platform/http/local.ts'
import type { Refusals } from '../platform/http/refusals.ts'
import { Refused } from '../platform/http/refused.ts'
import { isApiPath, unknownCall } from '../platform/http/server.ts'
import type { Api } from '../web/api/client.ts'
import { busyPage } from './busy-page.ts'
import { addDependencies, noDependencies } from './cache/dependencies.ts'
import { graceOf, pageKey, type RenderedPage } from './cache/page-cache.ts'
import { cleanPath } from './clean-path.ts'
import { type FeedOptions, registerCreatorFeeds } from './documents/creator-feeds.ts'
import { registerManifest } from './documents/manifest.ts'
import { registerOembed } from './documents/oembed.ts'
import { registerRobots, registerSitemap, type SitemapOptions } from './documents/search-engines.ts'
import { registerServiceWorker, type ServiceWorkerOptions, shellAddress } from './documents/service-worker.ts'
import { registerEmbeds } from './embed/routes.ts'
import { createMissingPages } from './missing-pages.ts'
import {
  contentSecurityPolicy,
  makePage,
  type Page,
  publicCaching,
  redirectPage,
  sendPage,
  withoutNonce,
} from './page.ts'
import type { Renderer } from './renderer.ts'
import { registerShareImages, type ShareImageOptions } from './share-image/routes.ts'

export type PagesOptions = FeedOptions &
  ShareImageOptions &
  ServiceWorkerOptions &
  SitemapOptions & {
    renderer: Renderer
    api: LocalApi
    /** The providers for signing in: `google`, `apple`. */
    providers: string[]
    /** The minimum length of a new password. */
    passwordMinLength: number
    /** Hosts of Amazon's short links that the operator has added. */
    shortHosts: string[]
    /** Called for each fetch of a product's own page, whether cached or not; returns at once and never throws. */
    onProductPage: (productId: string, request: FastifyRequest) => void
    /** Whether the server is overloaded: then only pages that are stored already are served. */
    isOverloaded: () => boolean
  }

/** Old addresses and shortcuts (docs/product/addresses.md#the-table). */
const redirects: Record<string, string> = { '/': '/feed', '/auth': '/login', '/dashboard': '/feed' }

/** Serves every page of the web app, and answers addresses that are neither page nor call. */
export function registerPages(app: FastifyInstance, options: PagesOptions) {
  for (const [from, to] of Object.entries(redirects))
    app.get(from, { schema: { hide: true } }, (request, reply) =>
      reply.redirect(to + queryOf(request.url), 302),
    )
  registerManifest(app, options.appName)
  registerCreatorFeeds(app, options)
  registerShareImages(app, options)
  registerOembed(app, options)
  registerSitemap(app, options)
  registerRobots(app, options.siteUrl)
  registerServiceWorker(app, options, async () => {
    const { page } = await renderPage(shellAddress, options, app.log, app.refusals)
    return page.body
  })
  const missing = createMissingPages()
  registerEmbeds(app, options, missing)

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url)
    if (!isPage) throw unknownCall(request.method, request.url)
    const page = await pageFor(request, options, missing).catch((error: unknown) => {
      const failure = toAppError(error)
      if (failure.code !== 'unavailable') throw failure
      if (failure instanceof Refused) app.refusals.note(failure)
      return busyPage(options.appName)
    })
    if (page.productId && page.status === 200) options.onProductPage(page.productId, request)
    return sendPage(request, reply, page, publicCaching(page, options.clock()))
  })
}

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function pageFor(
  { url, ip, log, server }: FastifyRequest,
  options: PagesOptions,
  missing: ReturnType<typeof createMissingPages>,
): Promise<Page> {
  const { pathname: path, searchParams } = new URL(url, options.siteUrl)
  const meant = cleanPath(path)
  if (meant !== path) return redirectPage(meant + queryOf(url))
  const key = pageKey(path, searchParams.get('tab'))
  // Throws at once, before the shared render, so that only this request is refused.
  function render(): Promise<RenderedPage> {
    if (options.isOverloaded()) return Promise.reject(new Refused('event_loop'))
    const markFound = missing.begin(ip)
    // A cached page is made from its key alone, so that no other spelling of an address can put another page there.
    return renderPage(key ? `/${key}` : path, options, log, server.refusals).then((rendered) => {
      if (rendered.page.status !== 404) markFound()
      return rendered
    })
  }
  return options.cache && key
    ? options.cache.get(key, render, graceOf(key))
    : render().then(({ page }) => page)
}

async function renderPage(
  path: string,
  options: PagesOptions,
  log: FastifyBaseLogger,
  refusals: Refusals,
): Promise<RenderedPage> {
  const { renderer, cache, api, appName, siteUrl, providers, passwordMinLength, shortHosts } = options
  const opensOffline = options.serviceWorker !== null
  const dependencies = noDependencies()
  const observed: LocalApi = async (name, input) => {
    const answer = await api(name, input).catch((error: unknown) => {
      // The page's HTML includes the failure's message, so it must be one that anyone may see.
      const failure = toAppError(error)
      if (failure instanceof Refused) refusals.note(failure)
      else if (failure.status >= 500) log.error({ err: error, page: path }, failure.message)
      throw failure
    })
    addDependencies(dependencies, name, answer, input)
    return answer
  }
  const nonce = randomBytes(16).toString('base64url')
  const settings = { appName, siteUrl, providers, passwordMinLength, shortHosts, opensOffline }
  const context = { api: observed as Api, ...settings, nonce }
  const response = await renderer(new URL(path, siteUrl).href, context)
  const html = await response.text()
  const page = await makePage({
    status: response.status,
    type: 'text/html; charset=utf-8',
    text: withoutNonce(html, nonce),
    compressed: cache !== null && response.status === 200,
    contentSecurityPolicy: cache
      ? contentSecurityPolicy(html, { nonce, https: siteUrl.startsWith('https:') })
      : '',
    location: response.headers.get('location'),
    validUntil: dependencies.validUntil,
    productId: dependencies.productId,
  })
  return { page, dependencies }
}
