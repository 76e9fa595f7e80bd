import clsx from 'clsx'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Icon, LineIcon } from '../button/icon.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  /** Some, but not all, of the items it stands for are chosen. */
  mixed?: boolean
}

const mark =
  'pointer-events-none absolute inset-0 m-auto text-on-ink opacity-0 forced-colors:text-[CanvasText]'

/** A stroke: some of them. */
const minus = 'M6 12h12'

/** The browser's own checkbox in Folio's box: 24 px. The caller gives the label, which widens the target. */
export function Checkbox({ mixed = false, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className="relative inline-block size-6 shrink-0 align-middle">
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className="peer block size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-field bg-card checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink"
      />
      <Icon
        name="check"
        size={16}
        className={clsx(mark, 'peer-checked:opacity-100 peer-indeterminate:opacity-0')}
      />
      <LineIcon path={minus} weight={3} size={16} className={clsx(mark, 'peer-indeterminate:opacity-100')} />
    </span>
  )
}

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its change is under way: it keeps the focus and does nothing when pressed. */
  busy?: boolean
}

/** Turns something on or off at once. */
export function Switch({ label, checked, onChange, busy = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onChange(!checked)}
      className="relative h-[26px] w-11 shrink-0 rounded-full bg-field transition-colors duration-200 before:absolute before:start-[3px] before:top-[3px] before:size-5 before:rounded-full before:bg-well before:transition-[translate] before:duration-200 before:ease-out after:absolute after:-inset-x-1 after:-inset-y-[9px] aria-checked:bg-ink aria-checked:before:translate-x-[18px] aria-checked:before:bg-on-ink aria-disabled:cursor-progress in-[[dir=rtl]]:aria-checked:before:-translate-x-[18px] forced-colors:border"
    />
  )
}
