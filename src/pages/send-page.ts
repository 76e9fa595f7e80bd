import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from './page.ts'

const cdnSeconds = 30

/**
 * The Cache-Control of a public page: a CDN may keep it for half a minute and show it for as long again while it asks,
 * but not after its prices may be shown. Browsers always ask, and mostly get a 304.
 */
export function publicCaching({ validUntil }: Page, now: Date): string {
  const left = Math.max(0, Math.floor((validUntil - now.getTime()) / 1000))
  const fresh = Math.min(cdnSeconds, left)
  const stale = Math.min(cdnSeconds, left - fresh)
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}`
}

/**
 * Answers with `page`, or with 304 to whoever has it already. `caching` is the Cache-Control of what was found;
 * failures are not kept, and redirects are asked for again, because a former name may become the current one.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, caching: string) {
  if (page.location) return reply.header('cache-control', 'no-cache').redirect(page.location, page.status)
  if (page.contentSecurityPolicy !== null) {
    if (page.contentSecurityPolicy) reply.header('content-security-policy', page.contentSecurityPolicy)
    else reply.removeHeader('content-security-policy')
  }
  reply
    .code(page.status)
    .type(page.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', page.status === 200 ? caching : 'no-store')
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (page.lastModified) reply.header('last-modified', page.lastModified.toUTCString())
    if (isKnown(request.headers, page)) return reply.code(304).send()
  }
  if (page.brotli && takesBrotli(request.headers['accept-encoding']))
    return reply.header('content-encoding', 'br').send(page.brotli)
  return reply.send(page.body)
}

type Conditions = { 'if-none-match'?: string; 'if-modified-since'?: string }

/** Whether the asker has the page as it is (RFC 9110, 13.2.2): the tag decides where there is one. */
function isKnown({ 'if-none-match': tags, 'if-modified-since': since }: Conditions, page: Page): boolean {
  if (tags !== undefined) return tags.trim() === '*' || opaqueTags(tags).includes(opaqueTags(page.etag)[0])
  return page.lastModified !== null && since !== undefined && page.lastModified.getTime() <= Date.parse(since)
}

/** The tags without their weakness: on its way a CDN may add or drop it. */
const opaqueTags = (list: string): (string | undefined)[] => list.match(/"[^"]*"/g) ?? []

const takesBrotli = (accepted = ''): boolean => /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
