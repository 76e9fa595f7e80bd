import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { RequestHeaders } from '../rules.ts'

type Message = { method: string; headers: RequestHeaders; address?: string; body?: unknown }

/**
 * Sends exactly these headers, where fetch() would add its own. `address` is the caller's, as a trusted proxy reports
 * it. Returns status, headers and text.
 */
export async function send(url: string, { method, headers, address, body }: Message) {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const outgoing = request(url, {
    method,
    headers: {
      ...headers,
      ...(address && { 'x-forwarded-for': address }),
      ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    },
  })
  outgoing.end(content)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}
