import { sessionStorageKey } from '../boot/head-keys.ts'
import { inBrowser } from '../browser/storage.ts'

/** How the server says that a session is over, and the note that is stored about it. */
const endings: Record<string, 'expired' | 'ended'> = {
  session_expired: 'expired',
  session_not_found: 'ended',
  refresh_token_not_found: 'ended',
  refresh_token_already_used: 'ended',
}

/** The browser's fetch, which notes that the server says a session is over, until the server accepts one. */
export const noticingExpiry: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  // The sign-in page reads the note without this file: a script of its own would be listed in every page.
  const key = `${sessionStorageKey}.expired`
  const ending = endings[answer.headers.get('x-sb-error-code') ?? '']
  // Somebody who signs out, and had been signed out already, needs no explanation.
  if (ending && !/\/logout\b/.test(String(request[0]))) inBrowser.write(key, ending)
  else if (answer.ok) inBrowser.forget(key)
  return answer
}
