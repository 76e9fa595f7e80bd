import { QueryScope } from '../api/query-client.tsx'
import { unreadText, useUnreadNews } from './unread.ts'

/** How many news are unread, beside the bell; nothing for none. Loaded late: public pages have the same navigation. */
export const UnreadBadge = ({ className }: { className?: string }) => (
  <QueryScope>
    <Badge className={className} />
  </QueryScope>
)

function Badge({ className = '' }: { className?: string | undefined }) {
  const unread = useUnreadNews()
  if (unread === 0) return null
  return (
    <span
      className={`num inline-grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1.5 text-micro font-[650] text-on-ink ${className}`}
    >
      {unreadText(unread)}
      <span className="sr-only"> new</span>
    </span>
  )
}
