import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { JoinPeople } from './join-people.tsx'
import { MemberBoxes, memberBoxClass } from './panel/people-panel-skeleton.tsx'

/** The people panel on its way, as high as it was last; visitors, whom the document's mark tells apart, get less. */
export function PeoplePanelSkeleton() {
  return (
    <Panel flush aria-label="People" aria-busy="true" className="h-(--height-people) px-4 py-2">
      <div aria-hidden="true">
        <div className="not-in-data-session:hidden">
          <Heading />
          <Skeleton className="my-2 h-12 rounded-md" />
          <div className="h-(--height-followed) overflow-hidden">
            <Heading />
            <div className={`${memberBoxClass} overflow-hidden`}>
              <MemberBoxes count={5} />
            </div>
          </div>
          <hr className="my-2 text-line" />
        </div>
        <div className="h-(--height-top) overflow-hidden">
          <Heading />
          <MemberBoxes count={5} />
        </div>
      </div>
      <div className="in-data-session:hidden">
        <JoinPeople />
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
