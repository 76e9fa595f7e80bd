import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '../button/icon.tsx'
import { controlClass, useFieldControl } from './field.tsx'

type TextInputProps = Omit<ComponentProps<'input'>, 'className'> & {
  leadIcon?: IconName
  /** An icon button at the end, inside the box. */
  trail?: ReactNode
  className?: string
}

// The text may run in the other direction than the page, so icon and button are not placed by the input's own start and
// end.
const besideIcon = 'pl-11 in-[[dir=rtl]]:pl-3.5 in-[[dir=rtl]]:pr-11'
const besideTrail = 'pr-13 in-[[dir=rtl]]:pr-3.5 in-[[dir=rtl]]:pl-13'

/** A single-line input. Takes a form library's `ref`, `name`, `onChange` and `onBlur` as they are. */
export function TextInput({ leadIcon, trail, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      dir="auto"
      {...rest}
      {...useFieldControl(rest)}
      className={clsx(
        controlClass,
        leadIcon && besideIcon,
        trail && besideTrail,
        !leadIcon && !trail && className,
      )}
    />
  )
  if (!leadIcon && !trail) return input
  return (
    <div className={clsx('relative', className)}>
      {leadIcon && (
        <Icon
          name={leadIcon}
          className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
      )}
      {input}
      {trail && <div className="absolute end-[3px] top-1/2 flex -translate-y-1/2">{trail}</div>}
    </div>
  )
}

/** Several lines of text; grows by hand, and by itself where the browser can. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      {...useFieldControl(rest)}
      className={clsx(controlClass, 'block min-h-24 resize-y field-sizing-content', className)}
    />
  )
}
