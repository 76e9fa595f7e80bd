import clsx from 'clsx'
import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** Search box and buttons at the end of the line, from 1024 px. */
  actions?: ReactNode
  /** On a phone the top bar shows the title, so the heading is there for screen readers only. */
  titleInBar?: boolean
  /** The subtitle, too, is for wide screens. */
  subtitleWide?: boolean
}

/** A page's h1 with its subtitle and tools. */
export function PageHead({ title, subtitle, actions, titleInBar = true, subtitleWide }: PageHeadProps) {
  return (
    <div className="flex items-end justify-between gap-6 lg:mb-5">
      <div className={clsx('min-w-0', !(titleInBar && (subtitleWide || !subtitle)) && 'pt-1 pb-4 lg:py-0')}>
        <h1 className={clsx('t-display', titleInBar && 'max-lg:sr-only')}>{title}</h1>
        {subtitle && (
          <p className={clsx('mt-0.5 text-ink-2 max-lg:text-small', subtitleWide && 'max-lg:hidden')}>
            {subtitle}
          </p>
        )}
      </div>
      {actions && <div className="flex items-center gap-2 max-lg:hidden">{actions}</div>}
    </div>
  )
}
