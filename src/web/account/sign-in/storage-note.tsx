import { useEffect, useState } from 'react'
import { inBrowser } from '../../browser/storage.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Says where nothing can be stored, so that a session ends with the page (docs/product/sign-in.md#log-in). */
export function StorageNote() {
  const [isLost, setLost] = useState(false)
  useEffect(() => setLost(!inBrowser.lasts()), [])
  if (!isLost) return null
  return (
    <Banner tone="note">
      This browser stores nothing for this site: its storage is blocked or full. You can go on, but you are
      signed out when you reload or close the page.
    </Banner>
  )
}
