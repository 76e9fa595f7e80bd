import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageChanges } from './page-changes.ts'

/** The link-preview tags of the page that was opened first (app/link-preview.ts): they are wrong for the next page. */
const forPrograms = '[property],[name^=twitter],[type$=oembed],[type*=ld]'

/**
 * After a page change that removed the focused link, keyboards and screen readers go on at the new page's main part
 * instead of the beginning of the document. The first page's link-preview tags are removed.
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
