import { inBrowser } from '../browser/storage.ts'
import { sessionStorageKey } from './head-keys.ts'

/** The browser's own fetch, which notes when the server says that a session has had its time, until it serves one. */
export const noticingExpiry: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  // The sign-in page reads it, without this file: a script of its own would be named in every page's list.
  const key = `${sessionStorageKey}.expired`
  if (answer.headers.get('x-sb-error-code') === 'session_expired') inBrowser.write(key, 'true')
  else if (answer.ok) inBrowser.forget(key)
  return answer
}
