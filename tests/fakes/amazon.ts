import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { asinOf } from '../../src/shared/amazon/asin.ts'
import { isShortHost, marketplaceOfHost } from '../../src/shared/amazon/marketplaces.ts'
import { catalogue, type FakeItem } from './amazon-catalogue.ts'
import { type Answer, answerGetItems, answerToken } from './amazon-creators.ts'
import { nextHop, productPage, robotPage, type ShortLink, shortLinks } from './amazon-pages.ts'

export { fakeCredentials } from './amazon-creators.ts'

type Trouble = 'slow' | 'garbage' | 'down'

/** How each part of the fake behaves from now on; default `normal`. */
type FakeBehaviour = {
  token: 'normal' | Trouble
  /** `throttled_once` answers one 429, then behaves; `failing_once` one 503; `expired_once` one 401. */
  api:
    | 'normal'
    | 'throttled'
    | 'throttled_once'
    | 'failing'
    | 'failing_once'
    | 'expired_once'
    | 'not_eligible'
    | 'bare_items'
    | Trouble
  pages: 'normal' | 'robot' | 'not_html' | 'huge' | 'stalled' | Trouble
  shortLinks: 'normal' | Trouble
}

type FakeRequest = {
  host: string
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/**
 * A stand-in for all of Amazon on one loopback port: short links (a.co, amzn.to …), the shops' product pages, the
 * token service and the Creators API. The Host header says which of them is asked for. Point an app at it with
 * `AMAZON_TEST_ORIGIN=<origin>` (NODE_ENV=test) and `fakeCredentials`.
 *
 * - `items`: what the shops sell, by ASIN. Starts with the catalogue (B0KETTLE01, B0HEADPHN1, the book 030640615X,
 *   B0SOLDOUT1 without a price, B0PAGEONLY that the API does not know, B0LONDON01 in pounds, B0BERLIN01 in euros).
 * - `links`: short links by path: `https://a.co/d/kettle` is a good one; see amazon-pages.ts for the bad.
 * - `behaviour`: switches per part. `slow` accepts the request and never answers (until `close`), `garbage` answers
 *   200 with nonsense, `down` drops the connection; `api` also knows `throttled` (429 with `retryAfter`),
 *   `not_eligible` (403 AssociateNotEligible), `failing` (503) and `bare_items` (the list without its wrapper);
 *   `pages` also `robot` (the captcha page), `not_html`, `huge` (many megabytes) and `stalled` (ends half-way).
 * - `requests`: what was asked, in order, with headers and body. `asked(host)` picks those of one host.
 * - `reset()`: as new. `close()` ends every connection.
 */
export type FakeAmazon = {
  origin: string
  items: Map<string, FakeItem>
  links: Map<string, ShortLink>
  behaviour: FakeBehaviour
  /** Seconds of the Retry-After header of a 429; null sends none. */
  retryAfter: number | null
  requests: FakeRequest[]
  asked(host: string): FakeRequest[]
  reset(): void
  close(): Promise<void>
}

/** Starts a fake Amazon on a free port of loopback. */
export async function startFakeAmazon({ port = 0 } = {}): Promise<FakeAmazon> {
  const server = createServer((request, response) => {
    void serve(fake, request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeAmazon = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...fresh(),
    requests: [],
    asked: (host) => fake.requests.filter((request) => request.host === host),
    reset: () => {
      Object.assign(fake, fresh())
      fake.requests.length = 0
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return fake
}

const fresh = () => ({
  items: new Map(catalogue.map((item) => [item.asin, item])),
  links: new Map(Object.entries(shortLinks)),
  behaviour: { token: 'normal', api: 'normal', pages: 'normal', shortLinks: 'normal' } as FakeBehaviour,
  retryAfter: 1 as number | null,
})

async function serve(fake: FakeAmazon, request: IncomingMessage, response: ServerResponse) {
  const host = request.headers.host ?? ''
  const url = new URL(request.url ?? '/', `https://${host}`)
  const body = await text(request)
  const { method = 'GET', headers } = request
  fake.requests.push({ host, method, path: url.pathname + url.search, headers, body })
  const { behaviour } = fake
  if (isShortHost(host)) {
    if (!troubled(behaviour.shortLinks, response)) serveShortLink(fake, url.pathname, response)
  } else if (url.pathname === '/auth/o2/token') {
    if (!troubled(behaviour.token, response))
      send(
        response,
        answerToken(jsonOf(body), () => issueToken(fake)),
      )
  } else if (host === 'creatorsapi.amazon') {
    if (!troubled(behaviour.api, response)) send(response, answerApi(fake, headers, jsonOf(body)))
  } else if (!troubled(behaviour.pages, response)) {
    servePage(fake, url, response)
  }
}

/** Misbehaves if set so, and returns whether it did. */
function troubled(how: string, response: ServerResponse): boolean {
  if (how === 'down') response.destroy()
  if (how === 'garbage') response.end('<<<{{{ nonsense \0')
  return how === 'down' || how === 'garbage' || how === 'slow'
}

function serveShortLink(fake: FakeAmazon, path: string, response: ServerResponse) {
  const link = nextHop(path) ?? fake.links.get(path)
  if (typeof link === 'object')
    response.writeHead(301, { location: link.to, 'set-cookie': 'session=1' }).end()
  else if (link === 'page') response.end('<title>Not a redirect</title>')
  else if (link === 'not_http') response.socket?.end('nonsense\r\n\r\n')
  else if (link === 'endless_body') response.writeHead(302, endlessHeaders).write('and so on ')
  else if (link === undefined) response.writeHead(404).end()
  else troubled(link, response)
}

const endlessHeaders = { location: 'https://www.amazon.com/dp/B0KETTLE01' }

let tokens = 0
const issueToken = (fake: FakeAmazon) => `fake-token-${new URL(fake.origin).port}-${++tokens}`

function answerApi(
  fake: FakeAmazon,
  headers: IncomingMessage['headers'],
  body: Record<string, unknown>,
): Answer {
  const how = fake.behaviour.api
  if (how.endsWith('_once')) fake.behaviour.api = 'normal'
  if (!headers.authorization?.startsWith('Bearer fake-token-'))
    return { status: 401, body: { reason: 'BadToken' } }
  if (how.startsWith('throttled')) return { status: 429, body: {}, headers: retryHeader(fake) }
  if (how.startsWith('failing')) return { status: 503, body: {} }
  if (how === 'expired_once') return { status: 401, body: { reason: 'TokenExpired' } }
  if (how === 'not_eligible') return { status: 403, body: { reason: 'AssociateNotEligible' } }
  const answer = answerGetItems(body, headers['x-marketplace']?.toString(), fake.items.values())
  if (how !== 'bare_items') return answer
  return { ...answer, body: (answer.body as { itemsResult: unknown }).itemsResult }
}

const retryHeader = ({ retryAfter }: FakeAmazon): Record<string, string> =>
  retryAfter === null ? {} : { 'retry-after': String(retryAfter) }

function servePage({ behaviour, items }: FakeAmazon, url: URL, response: ServerResponse) {
  const item = items.get(asinOf(url) ?? '')
  response.setHeader('content-type', behaviour.pages === 'not_html' ? 'image/png' : 'text/html;charset=UTF-8')
  if (behaviour.pages === 'robot') response.end(robotPage)
  else if (!item || item.marketplace !== marketplaceOfHost(url.hostname))
    response.writeHead(404).end('<title>Page Not Found</title>')
  else if (behaviour.pages === 'huge') response.end(productPage(item) + '<p>more</p>'.repeat(1_000_000))
  else if (behaviour.pages === 'stalled') response.write(productPage(item))
  else response.end(productPage(item))
}

function send(response: ServerResponse, { status, body, headers }: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function jsonOf(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
