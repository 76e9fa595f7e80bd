import { sessionStorageKey } from '../boot/head-keys.ts'
import { inBrowser } from '../browser/storage.ts'

/** The server's codes for an ended session, and the note that is stored for each. */
const endings: Record<string, 'expired' | 'ended'> = {
  session_expired: 'expired',
  session_not_found: 'ended',
  refresh_token_not_found: 'ended',
  refresh_token_already_used: 'ended',
}

/**
 * The browser's fetch, which stores a note when the server says that a session is over, until the server accepts one.
 */
export const noticingExpiry: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  // The sign-in page reads the note without this file: a script of its own would be listed in every page.
  const key = `${sessionStorageKey}.expired`
  const ending = endings[answer.headers.get('x-sb-error-code') ?? '']
  // A person who signs out, and had been signed out already, needs no explanation.
  if (ending && !/\/logout\b/.test(String(request[0]))) inBrowser.write(key, ending)
  else if (answer.ok) inBrowser.forget(key)
  return answer
}

/**
 * A fetch that dates sessions by this computer’s clock. The client compares a session’s end with that clock: with the
 * server’s times, a clock that is hours ahead would renew the token at every call, and one that is behind would send
 * expired ones.
 */
export const byOwnClock =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const answer = await send(...request)
    const body = answer.ok ? await sessionOf(answer.clone()) : null
    if (!body) return answer
    const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
    const { status, headers } = answer
    return new Response(JSON.stringify({ ...body, expires_at }), { status, headers })
  }

/** A session in an answer, or null. */
async function sessionOf(answer: Response): Promise<{ expires_in: number } | null> {
  const body = await answer.json().catch(() => null)
  return typeof body?.access_token === 'string' && typeof body.expires_in === 'number' ? body : null
}
