import { useId } from 'react'
import { Checkbox } from '../../ui/form/toggles.tsx'

type SelectAllProps = {
  chosen: number
  total: number
  /** The whole Inbox is being asked for. */
  busy: boolean
  onAll: () => void
  onNone: () => void
}

/** Chooses the whole Inbox, or nothing of it; mixed while some are chosen. */
export function SelectAll({ chosen, total, busy, onAll, onNone }: SelectAllProps) {
  const id = useId()
  const isAll = chosen > 0 && chosen >= total
  return (
    <div className="flex items-center justify-between gap-3 px-3">
      <div className="flex items-center">
        <Checkbox
          id={id}
          checked={isAll}
          mixed={chosen > 0 && !isAll}
          aria-busy={busy || undefined}
          onChange={isAll ? onNone : onAll}
        />
        <label
          htmlFor={id}
          className="flex min-h-13 cursor-pointer items-center ps-3.5 pe-2 text-small font-semibold"
        >
          Select all
        </label>
      </div>
      <p className="num text-small text-ink-3">
        {chosen.toLocaleString('en-US')} of {total.toLocaleString('en-US')} selected
      </p>
    </div>
  )
}
