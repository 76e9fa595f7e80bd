import clsx from 'clsx'
import type { ReactNode } from 'react'
import { LineArt } from '../art.tsx'

type EmptyStateProps = {
  title: string
  /** One sentence on why it is empty or what comes next. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  /** Where it stands in the page's outline. */
  level?: 1 | 2 | 3
  art?: 'page' | 'cross'
  /** On the page's own ground instead of a panel of its own. */
  bare?: boolean
}

/** Nothing here, said kindly: drawing, heading, one sentence, at most one button. */
export function EmptyState({ title, children, action, level = 2, art = 'page', bare }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={clsx('grid justify-items-center gap-2 px-6 py-10 text-center', !bare && 'surface')}>
      <LineArt kind={art} />
      <Heading className="t-heading">{title}</Heading>
      {children && <p className="max-w-[30ch] text-small text-ink-2">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
