import { dayText } from '../../earnings/when-text.ts'
import { Button } from '../../ui/button.tsx'
import type { TrackingId } from '../admin-queries.ts'
import { marketplaceName } from '../parts/texts.ts'

type TrackingIdRowProps = { tracking: TrackingId; onEnd: () => void; onRemove: () => void }

/** A tracking id: whose, where, from when until when. */
export function TrackingIdRow({ tracking, onEnd, onRemove }: TrackingIdRowProps) {
  const { tag, creator, marketplace, valid_from, valid_to, note } = tracking
  return (
    <div className="grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="text-small font-semibold break-all">{tag}</p>
        <p className="num text-caption text-ink-2">
          {creator.username ? `@${creator.username}` : 'Someone who has left'} ·{' '}
          {marketplaceName(marketplace)} ·{' '}
          {valid_to ? `${dayText(valid_from)} until ${dayText(valid_to)}` : `since ${dayText(valid_from)}`}
        </p>
        {note && (
          <p dir="auto" className="line-clamp-3 text-caption text-ink-3">
            {note}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onEnd}>
          {valid_to ? 'Change end' : 'End'}
          <span className="sr-only"> of {tag}</span>
        </Button>
        <Button size="sm" onClick={onRemove}>
          Remove<span className="sr-only"> {tag}</span>
        </Button>
      </div>
    </div>
  )
}
