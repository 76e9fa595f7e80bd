import { copyText } from '../browser/copy-text.ts'
import { toast } from '../ui/feedback/toast.ts'

/**
 * Opens the phone's own share sheet for a page of this site; where there is none, or it refuses, copies the address and
 * says so.
 */
export async function sharePage(path: string): Promise<void> {
  const url = window.location.origin + path
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (isPhone && 'share' in navigator) {
    try {
      return await navigator.share({ url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyText(url).then(
    () => toast.success('Link copied!'),
    () => toast.error('Failed to copy'),
  )
}
