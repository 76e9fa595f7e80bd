import { randomInt } from 'node:crypto'
import { as, type Person } from '../stage/sign-in.ts'

/** Calls as somebody, and reads the answer. Throws where it is not a success. */
export type Ask = (
  what: string,
  target: string,
  method?: string,
  body?: object | string | Blob,
) => Promise<string>

/** Asks from an address of its own, and counts. Text is sent as CSV. */
export function askerOf(url: string, person?: Person, counts?: Map<string, number>): Ask {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const typeOf = (body: unknown) =>
    body instanceof Blob ? 'image/png' : typeof body === 'string' ? 'text/csv' : 'application/json'
  return async (what, target, method = 'GET', body) => {
    const headers = {
      'x-forwarded-for': address,
      ...(person && as(person)),
      ...(body && { 'content-type': typeOf(body) }),
    }
    const sent = body instanceof Blob || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(new URL(target, url), { method, headers, ...(sent && { body: sent }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text.slice(0, 200)}`)
    counts?.set(what, (counts.get(what) ?? 0) + 1)
    return text
  }
}
