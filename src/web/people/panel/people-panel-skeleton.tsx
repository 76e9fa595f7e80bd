import { Skeleton } from '../../ui/skeleton.tsx'

/** A long list scrolls within itself, and a row cut in half says that there are more. */
export const memberBoxClass = '-mx-2 max-h-72 px-2 lg:max-h-56'

type MembersLoadingProps = {
  count: number
  label: string
  /** What is loaded first: its part of the panel is as high as it was last (steady-part.tsx). */
  isFirst?: boolean
  /** Of a list that scrolls within itself. */
  boxed?: boolean
}

/** Rows of a list of people on their way. */
export function MembersLoading({ count, label, isFirst, boxed }: MembersLoadingProps) {
  return (
    <div role="status" aria-busy="true" data-first={isFirst && ''}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={boxed ? `${memberBoxClass} overflow-hidden` : undefined}>
        <MemberBoxes count={count} />
      </div>
    </div>
  )
}

type MemberBoxesProps = { count: number }

/** The boxes of rows: picture, name with a line under it, button. */
export function MemberBoxes({ count }: MemberBoxesProps) {
  return Array.from({ length: count }, (_, index) => index).map((row) => (
    <div key={row} className="flex h-16 items-center gap-3">
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <Skeleton className="h-3.5 w-3/4 rounded-xs" />
        <Skeleton className="h-3 w-1/2 rounded-xs" />
      </div>
      <Skeleton className="h-9 w-19 shrink-0 rounded-[10px]" />
    </div>
  ))
}
