import { useEffect, useState } from 'react'
import { minuteMs } from '../../shared/time.ts'

/** How often a visible page asks. */
const everyMs = 30_000
/** After failures it asks ever less often, down to this. */
const seldomMs = 5 * minuteMs
/** Coming back to the page asks at once, but not more often than this. */
const soonestMs = 5_000

/** The wait before the next question after so many failures in a row, in milliseconds. */
export const waitAfter = (failures: number): number => Math.min(seldomMs, everyMs * 2 ** failures)

type Ask = (signal: AbortSignal) => Promise<number>

/**
 * How many new posts there are, asked again and again while the page is visible, until they are `enough`. `forget`
 * makes it none until the next answer. Failures are quiet: whoever is offline has nothing to be offered.
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

/** Gives each answer to `take`, which says whether to go on. Returns how to stop. */
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

/** More are not told apart. */
export const mostShown = 99

/** '1 new post', '12 new posts', '99+ new posts'. */
export function newPostsText(count: number): string {
  if (count > mostShown) return `${mostShown}+ new posts`
  return count === 1 ? '1 new post' : `${count} new posts`
}
