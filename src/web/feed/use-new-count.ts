import { useEffect, useState } from 'react'
import { minuteMs } from '../../shared/time.ts'

/** How often a visible page asks, in milliseconds. */
const everyMs = 30_000
/** After failures the wait doubles up to this, in milliseconds. */
const seldomMs = 5 * minuteMs
/** Coming back to the page asks at once, but not more often than this, in milliseconds. */
const soonestMs = 5_000

/** The wait before the next request after so many failures in a row, in milliseconds. */
export const waitAfter = (failures: number): number => Math.min(seldomMs, everyMs * 2 ** failures)

type Ask = (signal: AbortSignal) => Promise<number>

/**
 * The number of new posts, asked for repeatedly while the page is visible, until there are `enough`. `forget` resets it
 * to 0 until the next answer. Failures are not shown: a reader who is offline cannot load new posts.
 */
export function useNewCount(ask: Ask, enough: number): { count: number; forget: () => void } {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      askWhileVisible(ask, (found) => {
        setCount(found)
        return found < enough
      }),
    [ask, enough],
  )
  return { count, forget: () => setCount(0) }
}

/** Passes each answer to `take`, which returns whether to go on. Returns a function that stops it. */
function askWhileVisible(ask: Ask, take: (found: number) => boolean): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let askedAt = Date.now()

  function askIn(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void askNow(), ms)
  }

  async function askNow() {
    if (document.hidden) return
    askedAt = Date.now()
    try {
      const goesOn = take(await ask(signal))
      failures = 0
      if (!goesOn) return
    } catch {
      failures += 1
    }
    if (!signal.aborted) askIn(waitAfter(failures))
  }

  function comeBack() {
    clearTimeout(timer)
    if (!document.hidden) askIn(Math.max(0, askedAt + soonestMs - Date.now()))
  }

  askIn(everyMs)
  document.addEventListener('visibilitychange', comeBack, { signal })
  window.addEventListener('pageshow', comeBack, { signal })
  window.addEventListener('online', comeBack, { signal })
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}

/** The largest number shown; more are shown as '99+'. */
export const maxShown = 99

/** '1 new post', '12 new posts', '99+ new posts'. */
export function newPostsText(count: number): string {
  if (count > maxShown) return `${maxShown}+ new posts`
  return count === 1 ? '1 new post' : `${count} new posts`
}
