/**
 * How long a press waits for the app: twice as long as its scripts take after the first paint on a line of 240 kbit/s.
 * People who have waited longer are doing something else, and a late reaction would interrupt them.
 */
export const earlyPressMs = 10_000

/** A second press within this time began before anybody could see the effect of the first. */
export const unseenMs = 500

/**
 * Keeps presses from before hydration. The last pressed button is then pressed again, once; a submitted form is held
 * back, and the app sends it (`useEarlySubmit`). Until then the control shows by an animation that it was pressed,
 * since React would find a changed attribute or class. This function is written into the page as text, so it uses only
 * its arguments and what browsers have.
 */
function keepPresses(longestMs: number, unseenMs: number): void {
  const listening = new AbortController()
  const { signal } = listening
  let isTaken = false
  let pressed: HTMLElement | undefined
  let mark: Animation | undefined
  let timer: number | undefined

  function forget(): void {
    pressed = undefined
    mark?.cancel()
    clearTimeout(timer)
  }

  function show(control: HTMLElement): void {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const look = { opacity: isStill ? [0.5, 0.5] : [1, 0.4, 1], cursor: ['progress', 'progress'] }
    mark = control.animate(look, { duration: 1200, iterations: Number.POSITIVE_INFINITY })
  }

  function press(event: MouseEvent): void {
    const control = (event.target as Element).closest<HTMLElement>('a,button')
    if (isTaken && control && control === pressed) event.stopPropagation()
    if (isTaken || !control) return
    // The person's latest press, also on a link, is what they want now.
    forget()
    if (!control.matches('[type=button]')) return
    pressed = control
    show(control)
    timer = window.setTimeout(forget, longestMs)
  }

  function send(event: SubmitEvent): void {
    const { dataset } = event.target as HTMLElement
    if (!('waiting' in dataset)) return
    event.preventDefault()
    dataset.waiting = 'submitted'
    if (event.submitter) show(event.submitter)
  }

  function takeOver(_: unknown, observer: MutationObserver): void {
    observer.disconnect()
    const button = pressed
    isTaken = true
    forget()
    // Not a button that has disappeared or is hidden.
    if (button?.getClientRects().length) {
      button.click()
      pressed = button
    }
    setTimeout(() => listening.abort(), unseenMs)
  }

  addEventListener('click', press, { capture: true, signal })
  addEventListener('submit', send, { signal })
  addEventListener('pagehide', forget, { signal })
  new MutationObserver(takeOver).observe(document.documentElement, { attributeFilter: ['data-app'] })
}

/** The text of that script. It is the same on every page. */
export const earlyPressesScript = (): string => `(${keepPresses})(${earlyPressMs},${unseenMs})`
