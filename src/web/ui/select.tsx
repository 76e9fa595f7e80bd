import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Icon } from './button/icon.tsx'
import { controlClass, useFieldControl } from './form/field.tsx'

/** The browser's own select in Folio's box: keyboard and phone pickers come with it. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={clsx('relative', className)}>
      <select
        {...rest}
        {...useFieldControl(rest)}
        className={clsx(controlClass, 'appearance-none truncate pe-11')}
      >
        {children}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2" />
    </div>
  )
}
