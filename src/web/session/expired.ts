import { inBrowser } from '../browser/storage.ts'
import { sessionStorageKey } from './head-keys.ts'

/** How the server says that a session is over, and what is noted of it. */
const endings: Record<string, 'expired' | 'ended'> = {
  session_expired: 'expired',
  session_not_found: 'ended',
  refresh_token_not_found: 'ended',
  refresh_token_already_used: 'ended',
}

/** The browser's own fetch, which notes when the server says that a session is over, until it serves one. */
export const noticingExpiry: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  // The sign-in page reads it, without this file: a script of its own would be named in every page's list.
  const key = `${sessionStorageKey}.expired`
  const ending = endings[answer.headers.get('x-sb-error-code') ?? '']
  // Who signs out, and had been signed out already, knows why.
  if (ending && !/\/logout\b/.test(String(request[0]))) inBrowser.write(key, ending)
  else if (answer.ok) inBrowser.forget(key)
  return answer
}
