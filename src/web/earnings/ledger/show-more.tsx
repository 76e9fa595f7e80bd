import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { Pages } from '../earnings-queries.ts'

type ShowMoreProps = {
  query: Pages<unknown>
  /** A selector of the one focusable element in each row. */
  focusable: string
  /** The message when loading fails. */
  failed: string
  /** The number of rows loaded so far. */
  shown: number
}

/** Loads the next rows and focuses the first of them, since after the last page the button is gone. */
export function ShowMore({ query, shown, focusable, failed }: ShowMoreProps) {
  const foot = useRef<HTMLDivElement>(null)
  /** The index of the first new row, until it is rendered. */
  const awaited = useRef<number | null>(null)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query

  // In an effect, since the answer may arrive before its rows are rendered.
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
