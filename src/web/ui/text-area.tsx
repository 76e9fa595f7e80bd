import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, useFieldControl } from './form/field.tsx'

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
