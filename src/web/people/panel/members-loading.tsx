import { MemberSkeletons, memberBoxClass } from './people-panel-skeleton.tsx'

type MembersLoadingProps = {
  count: number
  label: string
  /** The first load: this part of the panel has its last height (panel-parts.tsx). */
  isFirst?: boolean
  /** Inside a list that scrolls within itself. */
  boxed?: boolean
}

/** Rows of a list of people while it loads. */
export function MembersLoading({ count, label, isFirst, boxed }: MembersLoadingProps) {
  return (
    <div role="status" aria-busy="true" data-first={isFirst && ''}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={boxed ? `${memberBoxClass} overflow-hidden` : undefined}>
        <MemberSkeletons count={count} />
      </div>
    </div>
  )
}
