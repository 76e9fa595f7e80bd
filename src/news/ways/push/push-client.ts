import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { publicOnly } from '../../../platform/outbound/public-address.ts'
import { inSpan } from '../../../platform/telemetry/spans.ts'
import { isPushEndpoint } from './push-endpoints.ts'
import type { WaysKeys } from './push-keys.ts'

export type PushMessage = {
  /** What the notification says; no amounts, since it may be read on a locked screen. */
  title: string
  body: string
  /** The path of this site that a press opens. */
  path: string
  /** What replaces what: a later message of the same topic takes the place of one that was not delivered yet. */
  topic: string
}

export type PushTarget = { endpoint: string; public_key: Buffer; secret: Buffer }

/** `gone`: the browser takes no more messages there. `refused`: this message was not taken. */
export type PushOutcome = 'sent' | 'gone' | 'refused'

export type PushClient = {
  /** Throws where nothing is known of what became of the message. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
  close(): Promise<void>
}

type Options = {
  keys: WaysKeys['push']
  /** Whom a push service can write to: a `mailto:` or `https:` address. */
  contact: string
  /** Tests only: where requests go, whatever host they name. */
  testOrigin: string | undefined
  lookup?: LookupFunction
}

/** News of yesterday is no news: a device that was off for longer does not get it. */
const keptSeconds = 24 * 60 * 60
const timeoutMs = 10_000

/**
 * Sends messages to the push services of browsers: encrypted for one browser (RFC 8291) and signed with this
 * installation's key (RFC 8292) by `web-push`. The request itself is made here, to known hosts at public addresses,
 * without following redirects.
 */
export function createPushClient({ keys, contact, testOrigin, lookup }: Options): PushClient {
  let agent: Promise<Agent> | undefined

  async function send(
    { endpoint, public_key, secret }: PushTarget,
    message: PushMessage,
  ): Promise<PushOutcome> {
    if (!isPushEndpoint(endpoint)) return 'gone'
    const { default: webPush } = await import('web-push')
    const { topic, ...said } = message
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh: public_key.toString('base64url'), auth: secret.toString('base64url') } },
      JSON.stringify({ ...said, tag: topic }),
      {
        vapidDetails: { subject: contact, ...keys },
        ...{ TTL: keptSeconds, topic, urgency: 'normal', contentEncoding: 'aes128gcm' },
      },
    )
    const { host, origin, pathname, search } = new URL(endpoint)
    agent ??= openAgent({ testOrigin, lookup })
    const answer = await (await agent).request({
      ...{ origin: testOrigin ?? origin, path: pathname + search, method: 'POST', body },
      headers: { ...textsOf(headers), host },
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer.body.on('error', () => {})
    answer.body.destroy()
    return outcomeOf(answer.statusCode)
  }

  return {
    send: (target, message) => inSpan('push', 'client', {}, () => send(target, message)),
    close: async () => (await agent)?.destroy(),
  }
}

/**
 * 404 and 410 say that the subscription has ended, 401 and 403 that it was made for another key than ours: both are for
 * ever. A redirect is not followed.
 */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  return [401, 403, 404, 410].includes(status) ? 'gone' : 'refused'
}

const textsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))

async function openAgent({ testOrigin, lookup }: Pick<Options, 'testOrigin' | 'lookup'>): Promise<Agent> {
  const { Agent } = await import('undici')
  if (testOrigin) return new Agent()
  return new Agent({ connect: { lookup: publicOnly(lookup), timeout: 5_000 }, maxHeaderSize: 32_768 })
}
