import { type ReactNode, useEffect, useState } from 'react'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'

type FeedCoverProps = { children: ReactNode }

/**
 * The server's list, or boxes instead of it for readers who are about to see another one: head-script.ts has marked
 * the document of these with their view. The marks go together with the first drawing of their own list.
 */
export function FeedCover({ children }: FeedCoverProps) {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => {
    const { dataset } = document.documentElement
    delete dataset.feed
    delete dataset.following
    setFirst(false)
  }, [])
  return (
    <>
      {/* What stands below stays out of sight while the list is still short of its products. */}
      <div className="in-data-feed:hidden has-aria-busy:min-h-dvh">{children}</div>
      {isFirst && (
        <>
          <div className="not-in-data-[feed=grid]:hidden min-h-dvh">
            <ListingSkeleton view="grid" columns={3} />
          </div>
          <div className="not-in-data-[feed=list]:hidden min-h-dvh">
            <ListingSkeleton view="list" />
          </div>
          <div className="not-in-data-[feed=card]:hidden min-h-dvh">
            <ListingSkeleton view="card" />
          </div>
        </>
      )}
    </>
  )
}
