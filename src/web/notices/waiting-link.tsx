import { useNavigate } from '@tanstack/react-router'
import { storeText } from '../add/shared-in.ts'
import { useOnline } from '../browser/connection.ts'
import { dropLink, useWaitingLinks } from '../offline/waiting-links.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'

/**
 * Offers a link that was pasted or shared without a network, once there is one again, the oldest first. Nothing is sent
 * before a press (docs/product/offline.md#links-that-wait).
 */
export function WaitingLink({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const isOnline = useOnline()
  const waiting = useWaitingLinks(userId)
  const [text] = waiting
  if (!isOnline || !text) return null

  function add(link: string) {
    dropLink(userId, link)
    storeText(link)
    void navigate({ to: '.', search: (now) => ({ ...now, add: true as const }), resetScroll: false })
  }

  return (
    <section
      aria-label="Links that wait"
      className="surface mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
    >
      <Icon name="link" />
      <div className="min-w-0 flex-1 basis-48 text-small">
        <p className="font-semibold">
          {waiting.length === 1 ? 'You have a link waiting' : `You have ${waiting.length} links waiting`}
        </p>
        <p dir="auto" className="truncate text-ink-2">
          {text}
        </p>
      </div>
      <div className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={() => dropLink(userId, text)}>
          Discard
        </Button>
        <Button size="sm" variant="ink" onClick={() => add(text)}>
          Add
        </Button>
      </div>
    </section>
  )
}
