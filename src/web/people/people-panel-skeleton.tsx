import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MemberBoxes, memberBoxClass } from './members-loading.tsx'

/** The people panel on its way; visitors, whom the document's mark tells apart, get less of it. */
export function PeoplePanelSkeleton() {
  return (
    <Panel flush aria-label="People" aria-busy="true" className="px-4 py-2">
      <div aria-hidden="true">
        <div className="not-in-data-session:hidden">
          <Heading />
          <Skeleton className="my-2 h-12 rounded-md" />
          <Heading />
          <div className={`${memberBoxClass} overflow-hidden`}>
            <MemberBoxes count={5} />
          </div>
          <hr className="my-2 text-line" />
        </div>
        <Heading />
        <MemberBoxes count={5} />
      </div>
    </Panel>
  )
}

function Heading() {
  return (
    <div className="flex h-11 items-center">
      <Skeleton className="h-3.5 w-2/5 rounded-xs" />
    </div>
  )
}
