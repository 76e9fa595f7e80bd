import clsx from 'clsx'
import type { ComponentProps } from 'react'

type PanelProps = ComponentProps<'section'> & { flush?: boolean }

/** A card-like section; `flush` leaves its inside to the caller (lists, pictures). */
export function Panel({ flush, className, ...rest }: PanelProps) {
  return <section {...rest} className={clsx('surface', flush ? 'overflow-hidden' : 'p-4', className)} />
}
