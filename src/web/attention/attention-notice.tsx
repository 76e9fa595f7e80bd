import { ListLink } from '../ui/list-link.tsx'
import { countText } from './attention-text.ts'

type AttentionNoticeProps = { count: number }

/** The way to the links that lead nowhere any more; nothing while there are none. */
export function AttentionNotice({ count }: AttentionNoticeProps) {
  if (count === 0) return null
  return (
    <div className="surface overflow-hidden">
      <ListLink to="/my-folio/attention" icon="alert">
        {countText(count)}
      </ListLink>
    </div>
  )
}
