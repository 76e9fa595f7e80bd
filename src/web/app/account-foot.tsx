import { ButtonLink } from '../ui/button/button.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ForPerson, forVisitors } from './account.tsx'

const OwnCard = lazyPart(async () => ({ default: (await import('./own-card.tsx')).OwnCard }), {
  waiting: PersonSkeleton,
  isQuiet: true,
})

/** The foot of the side navigation: the person's card, or the sign-in links. */
export function AccountFoot() {
  return (
    <ForPerson person={<OwnCard />}>
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
