import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Icon } from '../button/icon.tsx'

const tones = {
  bad: { look: 'bg-danger-soft text-danger', icon: 'alert', role: 'alert' },
  good: { look: 'bg-money-soft font-semibold text-money', icon: 'check', role: 'status' },
  note: { look: 'bg-neutral-soft text-ink-2', icon: 'alert', role: undefined },
} as const

type BannerProps = { tone: keyof typeof tones; children: ReactNode; action?: ReactNode }

/** A message in the page's own flow. Bad ones interrupt a screen reader, good ones wait, notes are just text. */
export function Banner({ tone, children, action }: BannerProps) {
  const { look, icon, role } = tones[tone]
  return (
    <div role={role} className={clsx('flex items-start gap-3 rounded-md px-4 py-3 text-small', look)}>
      <Icon name={icon} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">{children}</div>
        {action}
      </div>
    </div>
  )
}

type RetryBannerProps = {
  /** What failed to load. */
  children: ReactNode
  query: { isFetching: boolean; refetch: () => unknown }
}

/** A part of a page or dialog that could not be loaded, in the page's own flow, with a button to retry. */
export const RetryBanner = ({ children, query: { isFetching, refetch } }: RetryBannerProps) => (
  <Banner
    tone="bad"
    action={
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    }
  >
    {children}
  </Banner>
)
