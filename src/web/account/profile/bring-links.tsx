import { type MouseEvent, useCallback } from 'react'
import { copyText } from '../../browser/copy-text.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { useAppName } from '../../use-app-name.ts'

/**
 * A bookmark that hands the page it is pressed on to /share, as a phone's share sheet does
 * (docs/product/add-item.md#sharing-into-the-app). It reads nothing but the page's address.
 */
export const bookmarkletOf = (origin: string): string =>
  `javascript:void window.open('${origin}/share?url='+encodeURIComponent(location.href))`

/** Ways to bring links from Amazon's pages (docs/product/profile.md#add-from-amazon). */
export function BringLinks() {
  const appName = useAppName()
  const name = `Add to ${appName}`
  // React refuses such an address, which leads nowhere in a page of ours: the content policy runs no such script here.
  const setAddress = useCallback((link: HTMLAnchorElement | null) => {
    if (link) link.href = bookmarkletOf(window.location.origin)
  }, [])

  function explain(event: MouseEvent) {
    event.preventDefault()
    void toast.success('Drag it to your bookmarks', {
      description: 'Then press it there, on any page of Amazon’s.',
    })
  }

  async function copy() {
    await copyText(bookmarkletOf(window.location.origin)).then(
      () => toast.success('Copied!'),
      () => toast.error('Failed to copy'),
    )
  }

  return (
    <SettingsSection
      title="Add from Amazon"
      note={`Drag “${name}” to your bookmarks. Pressed on an item’s page at Amazon, it opens ${appName} with that item.`}
    >
      <div className="flex flex-wrap gap-2">
        <a
          ref={setAddress}
          href="/share"
          draggable
          className={buttonClass({ className: 'cursor-grab' })}
          onClick={explain}
        >
          {name}
        </a>
        <Button variant="ghost" onClick={() => void copy()}>
          Copy its code
        </Button>
      </div>
      <p className="text-small text-ink-2">
        On Android, install {appName} from the browser’s menu: then Amazon’s app can share items to it.
      </p>
    </SettingsSection>
  )
}
