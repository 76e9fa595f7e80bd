import type { FastifyInstance } from 'fastify'

/** Calls, and where someone's own screens begin (spec section 2, route table). */
const calls = ['/api/', '/auth/', '/functions/', '/rest/']
const privateScreens = [
  '/admin',
  '/categories',
  '/category',
  '/earnings',
  '/filing-cabinet',
  '/inbox',
  '/my-folio',
  '/profile',
  '/share',
]

// A rule holds for all addresses that begin like it, and `/inbox` would hide a creator called inbox-zero.
const exactly = (path: string) => [`${path}$`, `${path}?`, `${path}/`]

const robotsOf = (siteUrl: string) =>
  [
    'User-agent: *',
    // Programs ask there what a link is of (oembed.ts). The longer rule wins.
    'Allow: /api/oembed',
    ...[...calls, ...privateScreens.flatMap(exactly)].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** Serves robots.txt (RFC 9309): everything public may be read. */
export function registerRobots(app: FastifyInstance, siteUrl: string): void {
  const robots = robotsOf(siteUrl)
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  )
}
