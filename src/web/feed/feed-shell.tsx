import clsx from 'clsx'
import type { ReactNode } from 'react'
import { associateSentence } from '../../shared/amazon/associate.ts'
import { AppScreen } from '../app/app-screen.tsx'
import { PageHead, type TopBarProps } from '../shell/page-head.tsx'

type FeedShellProps = {
  bar?: TopBarProps
  /** At the end of the page's head, from 1024 px. */
  head?: ReactNode
  /** The line above everything else: scope and view. */
  tools?: ReactNode
  /** Beside the list from 1280 px; on narrower screens between the tools and the list, if it is wanted there. */
  people?: ReactNode
  peopleWanted?: boolean
  /** Above the people beside the list, from 1280 px. */
  steps?: ReactNode
  /** The feed is loading or failed to load. */
  isSkeleton?: boolean
  children: ReactNode
}

/** The frame of the feed in the app: the app's name in the bar, 'Explore' as the page's heading. */
export function FeedShell({
  bar,
  head,
  tools,
  people,
  peopleWanted,
  steps,
  isSkeleton = false,
  children,
}: FeedShellProps) {
  return (
    <AppScreen
      current="/feed"
      width="wide"
      isSkeleton={isSkeleton}
      content={feedContent}
      {...(bar && { bar })}
    >
      <PageHead title="Explore" subtitle="Share products, earn together" subtitleWide actions={head} />
      <div className="flex flex-col min-[80rem]:grid min-[80rem]:grid-cols-[minmax(0,1fr)_var(--spacing-rail)] min-[80rem]:grid-rows-[auto_1fr] min-[80rem]:gap-x-8">
        <div className="flex min-h-14 items-start justify-between gap-2 pt-1 pb-3">{tools}</div>
        <div className={rail}>
          <div className="steps-room">{steps}</div>
          <div className={clsx(aboveList, !peopleWanted && forWideScreens)}>{people}</div>
          <p className={sentence}>{associateSentence}</p>
        </div>
        <div className="min-w-0">{children}</div>
        <span hidden data-list-end="" />
      </div>
    </AppScreen>
  )
}

/** The id of the list or the search results, after people and categories; 'Skip to content' leads to it. */
export const feedContent = 'products'

/** The id of the element that the search results are rendered into. */
export const feedResults = 'found'

/**
 * Beside the list the two parts stay in view together, and scroll by themselves where they are higher than the window;
 * the padding leaves room for the panel's shadow. On narrower screens they are in the page's own column.
 */
const rail =
  'contents min-[80rem]:sticky min-[80rem]:top-6 min-[80rem]:-m-2 min-[80rem]:grid ' +
  'min-[80rem]:max-h-[calc(100dvh-3rem)] min-[80rem]:col-start-2 min-[80rem]:row-span-2 min-[80rem]:row-start-1 ' +
  'min-[80rem]:gap-5 min-[80rem]:self-start min-[80rem]:overflow-y-auto min-[80rem]:p-2'

/**
 * Out of sight until the list has come: a browser may draw the page while it still reads it, and the line would then
 * stand at the top and jump.
 */
const untilListed = 'max-[79.99rem]:[:not(:has(~[data-list-end]))>&]:invisible'

/**
 * Below the list, but before it in the document: with scroll anchoring at this line, a growing list would scroll to its
 * end page by page.
 */
const sentence = `text-caption text-ink-3 [overflow-anchor:none] max-[79.99rem]:order-1 max-[79.99rem]:pt-6 ${untilListed}`

/** Search results have the narrow page to themselves. */
const aboveList = 'max-[79.99rem]:pb-2 max-[79.99rem]:in-data-finding:hidden'

/** head-script.ts marks the document of a reader of the following feed before anything is drawn. */
const forWideScreens = 'max-[79.99rem]:not-in-data-following:hidden'
