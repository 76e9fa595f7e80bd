/**
 * Runs `act` once, when the page is really looked at: not while the browser only prerenders it, and not in a
 * background tab (decision: a view counts after the page is visible). Returns how to give up waiting.
 */
export function whenVisible(act: () => void): () => void {
  const isSeen = () => !document.prerendering && document.visibilityState === 'visible'
  // A moment later even when visible at once: whoever leaves in the same breath never looked.
  const timer = setTimeout(check)
  document.addEventListener('visibilitychange', check)
  document.addEventListener('prerenderingchange', check)

  function stop() {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
    document.removeEventListener('prerenderingchange', check)
  }
  function check() {
    if (!isSeen()) return
    stop()
    act()
  }
  return stop
}

declare global {
  interface Document {
    /** True while a page is made ready ahead of being opened; unknown to some browsers. */
    readonly prerendering?: boolean
  }
}
