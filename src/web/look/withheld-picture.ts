import { accessToken } from '../api/session-calls.ts'
import { readStoredSession } from '../session/session.ts'

/**
 * Fetches a picture with the viewer's token and calls back with its object URL in this page; does nothing where nobody
 * is signed in, or the server refuses. Returns a function that revokes the URL.
 */
export function openAsViewer(src: string, onOpened: (url: string) => void): () => void {
  const leaving = new AbortController()
  let url: string | undefined
  void readAsViewer(src, leaving.signal).then((picture) => {
    if (!picture || leaving.signal.aborted) return
    url = URL.createObjectURL(picture)
    onOpened(url)
  })
  return () => {
    leaving.abort()
    if (url) URL.revokeObjectURL(url)
  }
}

async function readAsViewer(src: string, signal: AbortSignal): Promise<Blob | null> {
  const token = readStoredSession() && (await accessToken().catch(() => null))
  if (!token) return null
  const answer = await fetch(src, { headers: { authorization: `Bearer ${token}` }, signal }).catch(() => null)
  return answer?.ok ? answer.blob().catch(() => null) : null
}
