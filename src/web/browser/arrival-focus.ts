import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageChanges } from './page-changes.ts'

/** What the server tells programs of the page that was opened first (app/link-preview.ts): not of the next one. */
const forPrograms = '[property],[name^=twitter],[type$=oembed],[type*=ld]'

/**
 * After a page change whose link is gone, keyboards and screen readers go on at the new page's main part instead
 * of the document's beginning. What was said of the first page to programs goes with it.
 */
export function useArrivalFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
        if (!fromLocation || !hrefChanged) return
        for (const tag of document.head.querySelectorAll(forPrograms)) tag.remove()
        if (document.activeElement !== document.body) return
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) pageChanges.notify()
      }),
    [router],
  )
}
