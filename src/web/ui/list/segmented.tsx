import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../button/icon.tsx'

type Segment<Value extends string> = {
  value: Value
  /** The word shown; with an icon, the name for screen readers. */
  label: string
  icon?: IconName
  /** The name for screen readers where the shown word is an abbreviation; it contains that word. */
  name?: string
  /** A longer explanation of the word, on hover and as the description for screen readers. */
  hint?: string
  /** What stands behind the word, such as that something waits there. */
  mark?: ReactNode
}

type SegmentedProps<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shares the width of its container equally. */
  block?: boolean
}

/** A switch between two to four views, in words or icons. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  block,
}: SegmentedProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className={clsx('min-w-0 rounded-[13px] bg-sunken p-[3px]', block ? 'flex' : 'inline-flex')}
    >
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          aria-label={segment.name ?? (segment.icon && segment.label)}
          title={segment.hint ?? segment.name ?? (segment.icon && segment.label)}
          onClick={() => onChange(segment.value)}
          className={clsx(
            'relative inline-flex h-[38px] min-w-11 items-center justify-center gap-1.5 rounded-[10px] text-small font-[550] whitespace-nowrap text-ink-2 transition-colors duration-200 after:absolute after:-inset-y-[3px] after:inset-x-0 aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-segment max-[359px]:min-w-9',
            segment.icon ? 'px-0' : block ? 'px-1' : 'px-3.5 max-[359px]:px-2',
            block && 'flex-1',
          )}
        >
          {segment.icon ? <Icon name={segment.icon} /> : segment.label}
          {segment.mark}
        </button>
      ))}
    </fieldset>
  )
}
