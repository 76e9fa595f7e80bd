import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After a page change whose link is gone, keyboards and screen readers go on at the new page's main part instead
 * of the document's beginning.
 */
export function useArrivalFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
        if (!fromLocation || !hrefChanged || document.activeElement !== document.body) return
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
