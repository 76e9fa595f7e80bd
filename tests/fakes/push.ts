import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A message as its browser reads it, with what came in clear. */
export type PushedMessage = {
  endpoint: string
  data: { title: string; body: string; path: string; tag: string }
  ttl: string
  topic: string
  urgency: string
  /** The claims of the sender's token, which is verified with the key that the browser subscribed to. */
  claims: { aud?: unknown; sub?: unknown; exp?: unknown }
}

/**
 * A push service on a loopback port with browsers of its own (RFC 8030): it takes messages, and reads them as each
 * browser would (RFC 8188, 8291). Point an app at it with `PUSH_TEST_ORIGIN=<url>`.
 *
 * - `subscribe(host, key)` makes a browser that has subscribed to that key at that host.
 * - `answers`: the status of the next requests, in order; after that 201.
 * - `next()` resolves with the oldest message that was not asked for yet.
 */
export async function startFakePush() {
  const browsers = new Map<string, (body: Buffer) => string>()
  const keys = new Map<string, string>()
  const messages: PushedMessage[] = []
  const untaken: PushedMessage[] = []
  const wishes: ((message: PushedMessage) => void)[] = []
  const answers: number[] = []
  const requests: string[] = []

  const server = createServer(async (request, response) => {
    const endpoint = `https://${request.headers.host}${request.url}`
    requests.push(endpoint)
    const body = await buffer(request)
    const status = answers.shift() ?? 201
    if (status < 300) put(await read(endpoint, request.headers, body))
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })

  async function read(
    endpoint: string,
    headers: Record<string, string | string[] | undefined>,
    body: Buffer,
  ): Promise<PushedMessage> {
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
    if (key !== keys.get(endpoint)) throw new Error('It is signed with another key than was subscribed to')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url') },
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'))
    return {
      ...{ endpoint, data: JSON.parse(browsers.get(endpoint)?.(body) ?? 'null'), claims: payload },
      ...{ ttl: String(headers.ttl), topic: String(headers.topic), urgency: String(headers.urgency) },
    }
  }

  function put(message: PushedMessage) {
    messages.push(message)
    const wish = wishes.shift()
    if (wish) wish(message)
    else untaken.push(message)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    requests,
    answers,
    subscribe(host: string, key: string): Subscription {
      const endpoint = `https://${host}/send/${randomBytes(12).toString('hex')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const secret = randomBytes(16)
      browsers.set(endpoint, (body) => decrypt(body, pair, secret))
      keys.set(endpoint, key)
      return {
        endpoint,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') },
      }
    },
    next: () =>
      new Promise<PushedMessage>((resolve) => {
        const message = untaken.shift()
        if (message) resolve(message)
        else wishes.push(resolve)
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()

/** One record of the coding aes128gcm. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const shared = hmac(secret, pair.computeSecret(sender))
  const input = hmac(shared, 'WebPush: info\0', pair.getPublicKey(), sender, '\x01')
  const prk = hmac(salt, input)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
