import clsx from 'clsx'
import { Icon } from '../button/icon.tsx'

const still =
  'relative inline-flex h-8 max-w-full items-center gap-1.5 rounded-full bg-neutral-soft px-3 text-small'

type ChipProps = { children: string; strong?: boolean; onRemove?: () => void }

/** A chip that is not pressed: a category (strong) or a tag, removable where `onRemove` is given. */
export function Chip({ children, strong, onRemove }: ChipProps) {
  return (
    <span
      className={clsx(
        still,
        strong ? 'font-semibold text-ink' : 'font-medium text-ink-2',
        onRemove && 'pe-2',
      )}
    >
      <bdi className="truncate">{children}</bdi>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${children}`}
          onClick={onRemove}
          className="relative grid size-5 shrink-0 place-items-center rounded-full after:absolute after:-inset-x-1.5 after:-inset-y-3"
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
