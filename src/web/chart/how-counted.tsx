import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Icon } from '../ui/button/icon.tsx'

type HowCountedProps = { className: string; children: ReactNode }

/** How the figures are counted, in a folded section. */
export function HowCounted({ className, children }: HowCountedProps) {
  return (
    <details className={clsx('group', className)}>
      <summary className="-mx-1 flex min-h-11 w-fit items-center gap-1 rounded-sm px-1 text-caption font-semibold">
        How this is counted
        <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
