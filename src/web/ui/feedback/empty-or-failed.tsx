import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'

type EmptyStateProps = {
  title: string
  /** One sentence on why it is empty or what comes next. */
  children?: ReactNode
  /** At most one button. */
  action?: ReactNode
  /** The heading's level in the page's outline. */
  level?: 1 | 2 | 3
  /** Its drawing; a folded page by default. */
  art?: ReactNode
  /** On the page's own background, without a panel. */
  bare?: boolean
}

/** An empty state: drawing, heading, one sentence, at most one button. */
export function EmptyState({ title, children, action, level = 2, art, bare }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={clsx('grid justify-items-center gap-2 px-6 py-10 text-center', !bare && 'surface')}>
      {art ?? <LineArt />}
      <Heading className="t-heading">{title}</Heading>
      {children && <p className="max-w-[30ch] text-small text-balance text-ink-2">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title?: string
  /** What failed, from the error catalogue: 'Failed to load products'. */
  message: string
  onRetry: () => void
  retryLabel?: string
  retrying?: boolean
  level?: 1 | 2 | 3
  /** On the surrounding background, without a panel. */
  bare?: boolean
}

/** A load that failed, with a button to retry. */
export function ErrorState({
  title = 'Something went wrong',
  message,
  onRetry,
  retryLabel = 'Retry',
  retrying,
  level,
  bare,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        art={crossArt}
        title={title}
        level={level}
        bare={bare}
        action={
          <Button busy={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}

type LineArtProps = {
  /** The lines in the accent's colour. */
  accent?: string
  /** The outline filled like a card, and the unfilled lines. */
  shape?: string
  lines?: string
}

/** The line drawing of empty and failed states: a folded page on a shelf, unless another is given. */
export function LineArt({
  accent = 'M42 44h28M42 54h18',
  shape = 'M30 12h38l14 14v50H30z',
  lines = 'M68 12v14h14',
}: LineArtProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 88"
      width="112"
      height="88"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mb-2 text-line-strong"
    >
      <path className="fill-card" d={shape} />
      <path d={lines} />
      <path className="stroke-accent" d={accent} />
      <path d="M10 76h92" />
    </svg>
  )
}

/** The drawing of a failed or missing page. */
export const crossArt = <LineArt accent="M46 40l16 16M62 40 46 56" />
