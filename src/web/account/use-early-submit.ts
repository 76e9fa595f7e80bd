import { type RefObject, useEffect, useState } from 'react'

/**
 * For a form that the server renders and only the app can send. Until the app has taken it over the form is marked
 * `data-waiting`, and the head script keeps the browser from sending it; if that was tried, it is sent now.
 * Spread the result on the form.
 */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>) {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const wasSubmitted = form.current?.dataset.waiting === 'submitted'
    setWaiting(false)
    if (wasSubmitted) form.current?.requestSubmit()
  }, [form])
  // Were scripts to fail altogether, a password would at least not end up in the address.
  return {
    method: 'post',
    'data-waiting': isWaiting ? '' : undefined,
    suppressHydrationWarning: true,
  } as const
}
