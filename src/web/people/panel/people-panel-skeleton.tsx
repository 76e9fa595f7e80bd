import { ButtonLink } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The people panel while it loads, at its last height; visitors, whose document has no session mark, get less. */
export function PeoplePanelSkeleton() {
  return (
    <Panel flush aria-label="People" aria-busy="true" className="h-(--height-people) px-4 py-2">
      <div aria-hidden="true">
        <div className="not-in-data-session:hidden">
          <Heading />
          <Skeleton className={`my-2 h-12 rounded-md ${foldedAbove}`} />
          <div className={`${foldedAbove} h-(--height-followed) overflow-hidden`}>
            <Heading />
            <div className={`${memberBoxClass} overflow-hidden`}>
              <MemberSkeletons count={5} />
            </div>
          </div>
          <hr className={`my-2 text-line ${foldedAbove}`} />
        </div>
        <div className="h-(--height-top) overflow-hidden in-data-session:max-[79.99rem]:hidden">
          <Heading />
          <MemberSkeletons count={5} />
        </div>
      </div>
      <div className="in-data-session:hidden">
        <JoinPeople />
      </div>
    </Panel>
  )
}

/** Parts that are folded at first where the panel is above the list (fold.tsx). */
const foldedAbove = 'max-[79.99rem]:hidden'

function Heading() {
  return (
    <div className="flex h-11 items-center">
      <Skeleton className="h-3.5 w-2/5 rounded-xs" />
    </div>
  )
}

/** The links to sign in, at the end of a visitor's people panel. */
export function JoinPeople() {
  return (
    <div className="mt-2 grid gap-3 border-t pt-4 pb-2">
      <p className="text-small text-pretty text-ink-2">Discover creators and connect with the community</p>
      <ButtonLink to="/signup" size="sm" className="justify-self-start">
        Sign up
      </ButtonLink>
    </div>
  )
}

/** A long list scrolls within itself, and a row cut in half shows that there are more. */
export const memberBoxClass = '-mx-2 max-h-72 px-2 lg:max-h-56'

type MemberSkeletonsProps = { count: number }

/** Placeholder boxes of rows: picture, name with a line under it, button. */
export function MemberSkeletons({ count }: MemberSkeletonsProps) {
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
