import { type ReactNode, useId } from 'react'
import { numberText } from '../../format/count-text.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'

type SelectionHeadProps = {
  label?: string
  chosen: number
  total: number
  /** The ids of all items are being loaded. */
  isAsking?: boolean
  onAll: () => void
  onNone: () => void
  /** The bar of actions. */
  children: ReactNode
}

/**
 * The head of a list whose items can be chosen: a checkbox for all or none, and the number of chosen items. It stays in
 * view from 1024 px, and shows the bar of actions once an item is chosen.
 */
export function SelectionHead({
  label = 'Select all',
  chosen,
  total,
  isAsking = false,
  onAll,
  onNone,
  children,
}: SelectionHeadProps) {
  const id = useId()
  const isAll = chosen > 0 && chosen >= total
  return (
    <div className="flex items-center justify-between gap-3 px-3 lg:sticky lg:top-0 lg:z-10 lg:min-h-19 lg:bg-paper lg:pe-0">
      <div className="flex shrink-0 items-center">
        <Checkbox
          id={id}
          checked={isAll}
          mixed={chosen > 0 && !isAll}
          aria-busy={isAsking || undefined}
          onChange={isAll ? onNone : onAll}
        />
        <label
          htmlFor={id}
          className="flex min-h-13 cursor-pointer items-center ps-3.5 pe-2 text-small font-semibold"
        >
          {label}
        </label>
      </div>
      <p
        role="status"
        className={chosen > 0 ? 'num text-small text-ink-3 lg:sr-only' : 'num text-small text-ink-3'}
      >
        {numberText(chosen)} of {numberText(total)} selected
      </p>
      {children}
    </div>
  )
}
