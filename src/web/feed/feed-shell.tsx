import type { ReactNode } from 'react'
import { AppScreen } from '../app/app-screen.tsx'
import { PageHead } from '../shell/page-head.tsx'

type FeedShellProps = {
  /** The page's tools: beside the heading from 1024 px, on a line of their own below. */
  tools?: ReactNode
  children: ReactNode
}

/** The feed's place in the app: the product's name in the bar, 'Explore' as the page's heading. */
export function FeedShell({ tools, children }: FeedShellProps) {
  return (
    <AppScreen current="/feed">
      <PageHead title="Explore" subtitle="Share products, earn together" subtitleWide actions={tools} />
      {tools && (
        <div className="flex items-center justify-between gap-2 pt-1 pb-3 lg:hidden">
          {/* The heading itself is for wide screens and screen readers; here its word stands for it. */}
          <p aria-hidden="true" className="t-heading">
            Explore
          </p>
          {tools}
        </div>
      )}
      {children}
    </AppScreen>
  )
}
