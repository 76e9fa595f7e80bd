import type { FastifyInstance } from 'fastify'
import { minuteMs } from '../../shared/time.ts'
import { noDependencies } from '../cache/dependencies.ts'
import { PageCache, type RenderedPage } from '../cache/page-cache.ts'
import { makePage, missingPage, sendPage } from '../page.ts'
import { xmlDocument, xmlText } from './xml.ts'

/** Where public products, lists and profiles are; each in numbered parts. */
type Sitemap = {
  parts: (kind: Kind) => Promise<number[]>
  /** Short links, paths of lists or usernames, each with its last change; null where there is no such part. */
  namesIn: (kind: Kind, number: number) => Promise<{ name: string; changedAt: Date }[] | null>
}

export type SitemapOptions = {
  siteUrl: string
  clock: () => Date
  sitemap: Sitemap
  /** How many processes share the memory for caches. */
  workers?: number
}

type Kind = 'products' | 'lists' | 'profiles'
type Request = { Params: { kind: string; number: string } }

const kinds: Kind[] = ['products', 'lists', 'profiles']
const pathOf: Record<Kind, (name: string) => string> = {
  products: (name) => `/l/${name}`,
  lists: (path) => `/${path}`,
  profiles: (name) => `/${name}`,
}
const pages = ['/feed', '/terms', '/privacy']

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const caching = 'public, max-age=600, stale-while-revalidate=600'
// Each part is about a megabyte: a dozen are cached, so that requests for one after another take no more memory.
const limits = { maxBytes: 16 * 1024 * 1024, maxAgeMs: 10 * minuteMs }

/** Serves the index /sitemap.xml and its parts (sitemaps.org protocol 0.9), each cached for ten minutes. */
export function registerSitemap(app: FastifyInstance, options: SitemapOptions): void {
  const cache = new PageCache(() => options.clock().getTime(), limits, options.workers)
  const hidden = { schema: { hide: true } }

  app.get('/sitemap.xml', hidden, async (request, reply) =>
    sendPage(request, reply, await cache.get('index', () => renderIndex(options)), caching),
  )
  app.get('/sitemap/pages.xml', hidden, async (request, reply) =>
    sendPage(request, reply, await cache.get('pages', () => renderPages(options)), caching),
  )
  app.get<Request>('/sitemap/:kind-:number.xml', hidden, async (request, reply) => {
    const kind = kinds.find((known) => known === request.params.kind)
    const number = /^[1-9]\d{0,5}$/.test(request.params.number) ? Number(request.params.number) : null
    const page =
      kind && number
        ? await cache.get(`${kind}-${number}`, () => renderPart(kind, number, options))
        : await missingPage()
    return sendPage(request, reply, page, caching)
  })
}

async function renderIndex({ siteUrl, sitemap }: SitemapOptions): Promise<RenderedPage> {
  const files = ['pages']
  for (const kind of kinds) for (const number of await sitemap.parts(kind)) files.push(`${kind}-${number}`)
  const entries = files.map(
    (file) => `<sitemap><loc>${xmlText(`${siteUrl}/sitemap/${file}.xml`)}</loc></sitemap>`,
  )
  return rendered(`<sitemapindex xmlns="${xmlns}">\n${entries.join('\n')}\n</sitemapindex>`)
}

const renderPages = ({ siteUrl }: SitemapOptions): Promise<RenderedPage> =>
  rendered(urlset(pages.map((path) => `<url><loc>${xmlText(siteUrl + path)}</loc></url>`)))

async function renderPart(kind: Kind, number: number, options: SitemapOptions): Promise<RenderedPage> {
  const { siteUrl, sitemap } = options
  const names = await sitemap.namesIn(kind, number)
  if (!names) return { page: await missingPage(), dependencies: noDependencies() }
  const toUrl = ({ name, changedAt }: { name: string; changedAt: Date }) => {
    const address = xmlText(siteUrl + pathOf[kind](name))
    return `<url><loc>${address}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`
  }
  return rendered(urlset(names.map(toUrl)))
}

const urlset = (urls: string[]) => `<urlset xmlns="${xmlns}">\n${urls.join('\n')}\n</urlset>`

async function rendered(root: string): Promise<RenderedPage> {
  const type = 'application/xml; charset=utf-8'
  const page = await makePage({ status: 200, type, text: xmlDocument(root), compressed: true })
  return { page, dependencies: noDependencies() }
}

/** Addresses of calls, and those under which a person's own screens begin (docs/product/addresses.md#for-programs). */
const calls = ['/api/', '/auth/', '/functions/', '/rest/']
const privateScreens = [
  '/admin',
  '/categories',
  '/category',
  '/earnings',
  '/notes',
  '/filing-cabinet',
  '/inbox',
  '/my-folio',
  '/profile',
  '/share',
]

// Without these endings a rule covers all addresses that begin like it, and `/inbox` would hide a creator called
// inbox-zero.
const exactly = (path: string) => [`${path}$`, `${path}?`, `${path}/`]

const robotsOf = (siteUrl: string) =>
  [
    'User-agent: *',
    // Programs look up there what a link leads to (oembed.ts). The longer rule wins.
    'Allow: /api/oembed',
    ...[...calls, ...privateScreens.flatMap(exactly)].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** Serves robots.txt (RFC 9309): robots may read everything public. */
export function registerRobots(app: FastifyInstance, siteUrl: string): void {
  const robots = robotsOf(siteUrl)
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  )
}
