import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { Pages } from '../earnings-queries.ts'

type ShowMoreProps = {
  query: Pages<unknown>
  /** What each row has that the focus may go to. */
  focusable: string
  /** Said when they do not come. */
  failed: string
  /** How many rows there are so far. */
  shown: number
}

/** Brings the next rows. The focus goes on to the first of them, since the button may be gone with the last page. */
export function ShowMore({ query, shown, focusable, failed }: ShowMoreProps) {
  const foot = useRef<HTMLDivElement>(null)
  /** The first of the rows that were asked for here, until it is there. */
  const awaited = useRef<number | null>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query

  // The answer may be there before its rows are drawn, so that only drawing them tells.
  useEffect(() => {
    const first = awaited.current
    if (first === null || shown <= first) return
    awaited.current = null
    const buttons = foot.current?.parentElement?.querySelectorAll<HTMLElement>(focusable)
    buttons?.[first]?.focus({ preventScroll: true })
  }, [shown, focusable])

  async function more() {
    awaited.current = shown
    const { isSuccess } = await fetchNextPage()
    if (!isSuccess) awaited.current = null
  }

  return (
    <div ref={foot} className="grid justify-items-center gap-2 pt-4 empty:hidden">
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="text-small text-ink-2">
          {failed}
        </p>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void more()}>
          {isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </div>
  )
}
