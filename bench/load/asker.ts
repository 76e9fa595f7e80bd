import { randomInt } from 'node:crypto'
import { as, type Person, password } from '../stage/sign-in.ts'

/** Calls as somebody, and reads the answer. Throws where it is not a success. */
export type Ask = (
  what: string,
  target: string,
  method?: string,
  body?: object | string | Blob,
) => Promise<string>

/**
 * Asks from an address of its own, and counts. Text is sent as CSV. Where a proof is wanted it is given, and the same
 * is asked again, as the browser does.
 */
export function askerOf(url: string, person?: Person, counts?: Map<string, number>): Ask {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const typeOf = (body: unknown) =>
    body instanceof Blob ? 'image/png' : typeof body === 'string' ? 'text/csv' : 'application/json'
  const send = async (target: string, method: string, body?: object | string | Blob) => {
    const headers = {
      'x-forwarded-for': address,
      ...(person && as(person)),
      ...(body && { 'content-type': typeOf(body) }),
    }
    const sent = body instanceof Blob || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(new URL(target, url), { method, headers, ...(sent && { body: sent }) })
    return { answer, text: await answer.text() }
  }
  return async (what, target, method = 'GET', body) => {
    let { answer, text } = await send(target, method, body)
    if (text.includes('"step_up_required"')) {
      await send('/api/v1/me/confirm', 'POST', { password })
      ;({ answer, text } = await send(target, method, body))
    }
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text.slice(0, 200)}`)
    counts?.set(what, (counts.get(what) ?? 0) + 1)
    return text
  }
}
