/**
 * Written into a page as text: loads the app once something has been drawn, so that it takes neither the line nor the
 * processor from what is seen first (decision 59). Where nothing is drawn, at once.
 */
function loadAfterPaint(entry: string, importFile: (href: string) => Promise<unknown>): void {
  let isLoading = false

  /**
   * The page stays as the server drew it until its files are there. The first that it names is its own, which imports
   * all others and runs after them. What the network fails to bring is asked for again, and at last left.
   */
  async function start(): Promise<void> {
    const own = document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? entry
    for (const pauseMs of [1_000, 2_000, 4_000, 0])
      try {
        await importFile(own)
        await importFile(entry)
        return
      } catch (error) {
        // What the app itself throws is a fault.
        if (!/module/i.test((error as Error).message)) throw error
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
  }

  function load(): void {
    if (isLoading) return
    isLoading = true
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href: entry, fetchPriority: 'low' }))
    // The app takes over a whole page; a browser may draw one that it still reads.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void start())
    else void start()
  }

  function unlessSeen(): void {
    if (document.visibilityState !== 'visible') load()
  }

  // Some browsers do not tell when they have drawn: soon after the first frame.
  requestAnimationFrame(() => setTimeout(load, 200))
  unlessSeen()
  document.addEventListener('visibilitychange', unlessSeen)
  new PerformanceObserver((paints) => {
    // The first paint may be a background alone.
    if (paints.getEntriesByName('first-contentful-paint').length > 0) load()
  }).observe({ type: 'paint', buffered: true })
}

/** The text of that script for the app's entry, a module at this address. */
export function afterPaintScript(entry: string): string {
  const address = JSON.stringify(entry)
  // Not in the function above, where tools that run it here would make another import of it.
  return `(${loadAfterPaint})(${address},(href)=>import(href))`
}
