import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from '../platform/http/answer-headers.ts'
import { imageHosts } from '../shared/amazon/image-hosts.ts'

/** The answer of a public address, ready to send: the same bytes for everyone. */
export type Page = {
  status: number
  /** Its media type. */
  type: string
  body: Buffer
  /** Compressed once, when the page is stored; null if it is not. */
  brotli: Buffer | null
  etag: string
  /** To the second; null if it is unknown, or if another change may follow within that second. */
  lastModified: Date | null
  /** Null for the default policy, which allows nothing; empty for no policy, in development. */
  contentSecurityPolicy: string | null
  location: string | null
  /** How long its prices may be shown, in milliseconds; infinite without prices. */
  validUntil: number
  /** The product that the page belongs to; null for other pages. */
  productId: string | null
  /** Its age, if it is served although it could not be rendered again; null for any other page. */
  ageSeconds: number | null
}

type Parts = Pick<Page, 'status' | 'type'> &
  Partial<Pick<Page, 'lastModified' | 'contentSecurityPolicy' | 'location' | 'validUntil' | 'productId'>> & {
    text: string
    /** Whether it is worth compressing: a page that is sent once is not. */
    compressed: boolean
  }

const compress = promisify(brotliCompress)

/** Fields that most pages leave empty. */
export const plainPage = {
  lastModified: null,
  contentSecurityPolicy: null,
  location: null,
  validUntil: Number.POSITIVE_INFINITY,
  productId: null,
  ageSeconds: null,
} satisfies Partial<Page>

/** Makes a page from its text. Its tag depends on its content alone, so it is the same on every node. */
export async function makePage({ text, compressed, ...parts }: Parts): Promise<Page> {
  return {
    ...plainPage,
    ...parts,
    body: Buffer.from(text),
    // Quality 5 costs about a millisecond a page and is within a few percent of the best.
    brotli: compressed ? await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
    // Weak: the plain and the compressed answer share it (RFC 9110, 8.8.3.3).
    etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}

/** A redirect to `location`, an address of this site. */
export const redirectPage = (location: string): Promise<Page> =>
  makePage({ status: 301, type: plainText, text: '', compressed: false, location })

/** The plain text answer where a document for programs does not exist. */
export const missingPage = (): Promise<Page> =>
  makePage({ status: 404, type: plainText, text: 'Not found\n', compressed: false })

const plainText = 'text/plain; charset=utf-8'

const cdnSeconds = 30
/** After how many seconds an unavailable page is worth asking for again. */
const retrySeconds = 3

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
 * Answers with `page`, or with 304 to a client that already has it. `caching` is the Cache-Control of a page that was
 * found. Failures and outdated pages are not cached, and redirects are checked again, because a former name may become
 * the current one.
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
    .header('cache-control', page.status === 200 && page.ageSeconds === null ? caching : 'no-store')
  if (page.ageSeconds !== null) reply.header('age', page.ageSeconds)
  if (page.status === 503) reply.header('retry-after', retrySeconds)
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (page.lastModified) reply.header('last-modified', page.lastModified.toUTCString())
    if (isKnown(request.headers, page)) return reply.code(304).send()
  }
  const accepted = request.headers['accept-encoding']
  if (page.brotli && takes('br', accepted)) return reply.header('content-encoding', 'br').send(page.brotli)
  if (page.brotli && takes('gzip', accepted))
    return reply.header('content-encoding', 'gzip').send(gzipOf(page))
  return reply.send(page.body)
}

type Conditions = { 'if-none-match'?: string; 'if-modified-since'?: string }

/** Whether the client already has this page (RFC 9110, 13.2.2): the tag decides if there is one. */
function isKnown({ 'if-none-match': tags, 'if-modified-since': since }: Conditions, page: Page): boolean {
  if (tags !== undefined) return tags.trim() === '*' || opaqueTags(tags).includes(opaqueTags(page.etag)[0])
  return page.lastModified !== null && since !== undefined && page.lastModified.getTime() <= Date.parse(since)
}

/** The tags without their weakness: a CDN may add or drop it on the way. */
const opaqueTags = (list: string): (string | undefined)[] => list.match(/"[^"]*"/g) ?? []

const takes = (encoding: 'br' | 'gzip', accepted = ''): boolean => encodings[encoding].test(accepted)

/** An encoding that is named, and not refused by a quality of zero. */
const named = (encoding: string) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`)

const encodings = { br: named('br'), gzip: named('gzip') }

const gzips = new WeakMap<Page, Buffer>()

/**
 * A page for browsers that take no brotli, as all do by plain http. It is made when the first of them asks, in about a
 * millisecond, and lives as long as the page.
 */
function gzipOf(page: Page): Buffer {
  const gzip = gzips.get(page) ?? gzipSync(page.body)
  gzips.set(page, gzip)
  return gzip
}

const inlineScript =
  /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")([^>]*)>([\s\S]*?)<\/script>/g

/** A rendered page as everyone gets it: `html` without the `nonce` that marked its own scripts. */
export const withoutNonce = (html: string, nonce: string): string =>
  html.replace(`<meta property="csp-nonce" content="${nonce}"/>`, '').replaceAll(` nonce="${nonce}"`, '')

/**
 * The Content-Security-Policy of one rendered page: it allows the inline scripts that carry `nonce`, by their hashes,
 * so that the page stays cacheable and no other inline script runs, not even one that somebody wrote into its content.
 * Pictures come from here and from the hosts of Amazon's pictures.
 */
export function contentSecurityPolicy(
  html: string,
  { nonce, https }: { nonce: string; https: boolean },
): string {
  const own = [...html.matchAll(inlineScript)].filter(([, attributes]) =>
    attributes?.includes(` nonce="${nonce}"`),
  )
  const hashes = own.map(
    ([, , code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
  return contentPolicy({ scripts: [...new Set(hashes)], pictures: imageHosts, https })
}
