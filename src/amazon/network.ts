import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { publicOnly } from '../platform/outbound/public-address.ts'
import { inSpan } from '../platform/telemetry/spans.ts'
import { traceHeaders } from '../platform/telemetry/trace.ts'
import { isShortHost, marketplaceOfHost } from '../shared/amazon/marketplaces.ts'

/** Why something of Amazon's could not be read. */
export type NetworkReason =
  | 'timeout'
  | 'unreachable'
  | 'blocked_address'
  | 'not_amazon'
  | 'too_many_redirects'
  | 'not_a_redirect'

export class NetworkError extends Error {
  readonly reason: NetworkReason

  constructor(reason: NetworkReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NetworkError'
    this.reason = reason
  }
}

export type Reply = Dispatcher.ResponseData

type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
}

/** The only client for requests to Amazon. */
export type Network = {
  /** Requests an https address of Amazon's, without following redirects. Throws NetworkError. */
  ask(address: URL, question: Question): Promise<Reply>
  close(): Promise<void>
}

/** Hosts of the Creators API and of its tokens, by credential version. */
export const apiHost = 'creatorsapi.amazon'
export const tokenHosts = {
  '3.1': 'api.amazon.com',
  '3.2': 'api.amazon.co.uk',
  '3.3': 'api.amazon.co.jp',
} as const

const apiHosts: ReadonlySet<string> = new Set([apiHost, ...Object.values(tokenHosts)])
const userAgent = 'Mozilla/5.0 (compatible; Folio/1.0)'

type NetworkOptions = { testOrigin: string | undefined; lookup?: LookupFunction }

/**
 * Makes the network. Only hosts of Amazon's are requested, by https on the default port and at a public address,
 * without cookies. With `testOrigin` (tests only, see the settings) the same checks apply to every address, but the
 * connection goes to that origin, which finds the real host in the Host header.
 */
export function createNetwork(options: NetworkOptions): Network {
  const { testOrigin } = options
  let agent: Promise<Agent> | undefined
  return {
    ask: (address, question) =>
      inSpan('amazon', 'client', { 'server.address': address.hostname }, () => ask(address, question)),
    close: async () => (await agent)?.destroy(),
  }

  async function ask(address: URL, { method = 'GET', headers, body, signal }: Question): Promise<Reply> {
    if (!mayAsk(address)) throw new NetworkError('not_amazon', `${address.host} is not a host of Amazon's`)
    const request: Dispatcher.RequestOptions = {
      origin: testOrigin ?? address.origin,
      path: address.pathname + address.search,
      method,
      headers: {
        host: address.host,
        'user-agent': userAgent,
        'accept-encoding': 'identity',
        // Its shops are asked as by any browser.
        ...(apiHosts.has(address.host) && traceHeaders()),
        ...headers,
      },
      body: body ?? null,
      signal,
    }
    agent ??= openAgent(options)
    const asking = await agent
    return asking.request(request).catch((cause: unknown) => {
      throw toNetworkError(cause)
    })
  }
}

// Loaded with the first request, since it takes 5 MB.
async function openAgent({ testOrigin, lookup }: NetworkOptions): Promise<Agent> {
  const { Agent } = await import('undici')
  if (testOrigin) return new Agent()
  return new Agent({ connect: { lookup: publicOnly(lookup), timeout: 5_000 }, maxHeaderSize: 32_768 })
}

const mayAsk = ({ protocol, username, password, port, hostname }: URL) =>
  protocol === 'https:' &&
  !(username || password || port) &&
  (marketplaceOfHost(hostname) !== undefined || isShortHost(hostname) || apiHosts.has(hostname))

/** Names a failure of undici's or of a body's stream. */
function toNetworkError(cause: unknown): NetworkError {
  if (cause instanceof NetworkError) return cause
  const { name = '', code = '' } = cause as { name?: string; code?: string }
  if (code === 'BLOCKED_ADDRESS') return new NetworkError('blocked_address', String(cause), cause)
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT|ABORTED/.test(code))
    return new NetworkError('timeout', 'Amazon did not answer in time', cause)
  return new NetworkError('unreachable', `Amazon could not be reached: ${code || name}`, cause)
}

/** Discards a body at once, since the other side decides how long it is. */
export function discard({ body }: Reply): void {
  body.on('error', () => {})
  body.destroy()
}

/** At most `maxBytes` of a body; the rest is not read. Throws NetworkError. */
export async function readBody(reply: Reply, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch (error) {
    throw toNetworkError(error)
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
