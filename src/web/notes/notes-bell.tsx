import { QueryScope } from '../api/query-client.tsx'
import { unreadText, useUnreadNews } from '../news/unread.ts'
import { IconLink } from '../ui/button/icon-button.tsx'

/** The way to the notes from a phone's bar, whose navigation has no room for it; says how many news are unread. */
export const NotesBell = () => (
  <QueryScope>
    <Bell />
  </QueryScope>
)

function Bell() {
  const unread = useUnreadNews()
  const label = unread > 0 ? `Notes, ${unreadText(unread)} new` : 'Notes'
  return (
    <span className="relative">
      <IconLink to="/notes" icon="bell" iconSize={24} label={label} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="num pointer-events-none absolute end-0 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-ink px-1 text-micro font-[650] text-on-ink"
        >
          {unreadText(unread)}
        </span>
      )}
    </span>
  )
}
