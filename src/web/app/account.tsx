import { CatchBoundary } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { VisitorLinks } from '../shell/links.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'

const OwnCard = lazy(() => import('./own-card.tsx').then(({ OwnCard }) => ({ default: OwnCard })))
const OwnAvatar = lazy(() => import('./own-card.tsx').then(({ OwnAvatar }) => ({ default: OwnAvatar })))

/** For visitors. The head script marks the document of whoever is signed in before anything is drawn. */
const forVisitors = 'in-data-session:hidden'

/** The foot of the side navigation: the person's card, or the ways in. */
export function AccountFoot() {
  return (
    <ForPerson waiting={<PersonSkeleton />} person={<OwnCard />}>
      <div className={`grid grid-cols-2 gap-2 ${forVisitors}`}>
        <ButtonLink to="/login" variant="ghost" size="sm">
          Log in
        </ButtonLink>
        <ButtonLink to="/signup" size="sm">
          Sign up
        </ButtonLink>
      </div>
    </ForPerson>
  )
}

/** The end of a bar: the person's picture, or the ways in. */
export function AccountInBar() {
  return (
    <div className="min-w-11">
      <ForPerson waiting={null} person={<OwnAvatar />}>
        <div className={`flex items-center gap-1 ${forVisitors}`}>
          <VisitorLinks />
        </div>
      </ForPerson>
    </div>
  )
}

type ForPersonProps = { person: ReactNode; waiting: ReactNode; children: ReactNode }

/** What belongs to a person comes later and may fail to, without taking the page along. */
function ForPerson({ person, waiting, children }: ForPersonProps) {
  const session = useSession()
  if (session.status !== 'signed_in') return children
  return (
    <CatchBoundary getResetKey={() => session.userId} errorComponent={() => waiting}>
      <Suspense key={session.userId} fallback={waiting}>
        {person}
      </Suspense>
    </CatchBoundary>
  )
}

function PersonSkeleton() {
  return (
    <div aria-hidden="true" className="flex min-h-11 items-center gap-3 px-3">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-1.5">
        <Skeleton className="h-3.5 rounded-xs" />
        <Skeleton className="h-3 w-2/3 rounded-xs" />
      </div>
    </div>
  )
}
