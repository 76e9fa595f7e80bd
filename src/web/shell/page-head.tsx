import type { LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { IconLink } from '../ui/button/icon-button.tsx'
import { LogoLink } from './links.tsx'

export type TopBarProps = {
  /** The page's title; without one the bar shows the product's name. */
  title?: string
  /** Where Back leads; the arrow replaces the logo. */
  back?: LinkProps
  /** Icon buttons and a small button at the end. */
  actions?: ReactNode
  /** Draws the content, or something instead of it, such as an open search box. */
  around?: (content: ReactNode) => ReactNode
}

const bar = 'sticky top-0 z-20 flex h-topbar items-center gap-1 bg-paper lg:hidden print:hidden'

/** The phone's bar at the top. The title is not a heading: the page's own h1 is, visible from 1024 px. */
export function TopBar({ title, back, actions, around = (content) => content }: TopBarProps) {
  return (
    <header className={clsx(bar, 'ps-gutter pe-2')}>
      {around(
        <>
          {back && <IconLink {...back} icon="back" iconSize={24} label="Back" className="-ms-3" />}
          {!back && <LogoLink markOnly={Boolean(title)} className={title ? '-me-3.5' : 'narrow-logo'} />}
          <span
            aria-hidden="true"
            className={clsx('t-bar min-w-0 flex-1 truncate', !back && title && 'ps-1.5')}
          >
            {title}
          </span>
          {actions}
        </>,
      )}
    </header>
  )
}

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
