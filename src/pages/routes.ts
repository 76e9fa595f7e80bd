import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../platform/http/errors.ts'
import type { LocalApi } from '../platform/http/local.ts'
import { isApiPath, unknownCall } from '../platform/http/server.ts'
import type { Api } from '../web/client.ts'
import { contentSecurityPolicy } from './content-policy.ts'
import { addDependencies, noDependencies } from './dependencies.ts'
import { registerManifest } from './manifest.ts'
import type { Page, PageCache, RenderedPage } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import type { Renderer } from './renderer.ts'

const compress = promisify(brotliCompress)

export type PagesOptions = {
  renderer: Renderer
  /** Null in development, where every request renders anew and scripts are not restricted. */
  cache: PageCache | null
  api: LocalApi
  appName: string
  siteUrl: string
  /** Who else one may sign in with: `google`, `apple`. */
  providers: string[]
}

/** Old addresses and shortcuts (spec section 2, route table). */
const redirects: Record<string, string> = { '/': '/feed', '/auth': '/login', '/dashboard': '/feed' }

/** Serves every page of the web app, and answers what is neither page nor call. */
export function registerPages(app: FastifyInstance, options: PagesOptions) {
  for (const [from, to] of Object.entries(redirects))
    app.get(from, { schema: { hide: true } }, (request, reply) =>
      reply.redirect(to + queryOf(request.url), 302),
    )
  registerManifest(app, options.appName)

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url)
    if (!isPage) throw unknownCall(request.method, request.url)
    return sendPage(request, reply, await pageFor(request.url, options, request.log))
  })
}

const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

function pageFor(url: string, options: PagesOptions, log: FastifyBaseLogger): Promise<Page> {
  const path = url.split('?')[0] ?? '/'
  const render = () => renderPage(path, options, log)
  const key = pageKey(path)
  return options.cache && key ? options.cache.get(key, render) : render().then(({ page }) => page)
}

async function renderPage(
  path: string,
  options: PagesOptions,
  log: FastifyBaseLogger,
): Promise<RenderedPage> {
  const { renderer, cache, api, appName, siteUrl, providers } = options
  const dependencies = noDependencies()
  const observed: LocalApi = async (name, input) => {
    const answer = await api(name, input).catch((error: unknown) => {
      // The page's HTML carries the message of what failed: it must be one that is fit for anyone's eyes.
      const failure = toAppError(error)
      if (failure.status >= 500) log.error({ err: error, page: path }, failure.message)
      throw failure
    })
    addDependencies(dependencies, name, answer)
    return answer
  }
  const context = { api: observed as Api, appName, siteUrl, providers }
  const response = await renderer(new URL(path, siteUrl).href, context)
  const html = await response.text()
  const page: Page = {
    status: response.status,
    html: Buffer.from(html),
    brotli: cache && response.status === 200 ? await compressPage(html) : null,
    contentSecurityPolicy: cache ? contentSecurityPolicy(html, { https: siteUrl.startsWith('https:') }) : '',
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    location: response.headers.get('location'),
  }
  return { page, dependencies }
}

// Quality 5 costs about a millisecond a page and is within a few percent of the best.
const compressPage = (html: string) => compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** `s-maxage`: a CDN may keep a page for half a minute; browsers always ask again and mostly get a 304. */
const publicCaching = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30'

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  if (page.location) return reply.redirect(page.location, page.status)
  if (page.contentSecurityPolicy) reply.header('content-security-policy', page.contentSecurityPolicy)
  else reply.removeHeader('content-security-policy')
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', page.status === 200 ? publicCaching : 'no-store')
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  }
  if (page.brotli && request.headers['accept-encoding']?.includes('br'))
    return reply.header('content-encoding', 'br').send(page.brotli)
  return reply.send(page.html)
}
