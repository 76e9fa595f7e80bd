import clsx from 'clsx'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Icon } from '../button/icon.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  /** Some, but not all, of what it stands for is chosen. */
  mixed?: boolean
}

const mark =
  'pointer-events-none absolute inset-0 m-auto text-on-ink opacity-0 forced-colors:text-[CanvasText]'

/** The browser's own checkbox in Folio's box: 24 px. Its label, and with it a larger target, is the caller's. */
export function Checkbox({ mixed = false, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className="relative size-6 shrink-0">
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className="peer size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-field bg-card checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink"
      />
      <Icon
        name="check"
        size={16}
        className={clsx(mark, 'peer-checked:opacity-100 peer-indeterminate:opacity-0')}
      />
      <Icon name="minus" size={16} className={clsx(mark, 'peer-indeterminate:opacity-100')} />
    </span>
  )
}
