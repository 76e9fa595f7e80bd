import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { forgetHearts, rememberHearts, rememberWanted } from '../session/wanted.ts'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { KeepBox, KeepButton } from './keep-box.tsx'

const boxes = (
  <span aria-hidden="true" className="flex max-lg:hidden">
    {[0, 1, 2].map((box) => (
      <Skeleton key={box} className="-ms-2 size-14 rounded-[14px] first:ms-0" />
    ))}
  </span>
)

const FirstPictures = lazyPart(
  async () => ({ default: (await import('./saved-things.tsx')).FirstPictures }),
  { waiting: () => boxes, isQuiet: true },
)

const KeepForPerson = lazyPart(
  async () => ({ default: (await import('./keep-for-person.tsx')).KeepForPerson }),
  { waiting: ({ pictures }) => <KeepBox pictures={pictures} button={<KeepButton busy />} /> },
)

type KeepPanelProps = { ids: readonly string[] }

/** 'Keep in my account' (docs/product/lists-screens.md#saved): a visitor signs up first. */
export function KeepPanel({ ids }: KeepPanelProps) {
  const session = useSession()
  const pictures = <FirstPictures />
  if (session.status === 'signed_in')
    return <KeepForPerson key={session.userId} userId={session.userId} ids={ids} pictures={pictures} />
  return <KeepBox pictures={pictures} button={<VisitorKeep />} />
}

function VisitorKeep() {
  const isSignedOut = useSession().status === 'signed_out'
  const navigate = useNavigate()
  // Who comes back without signing in has given it up.
  useEffect(() => {
    if (isSignedOut) forgetHearts()
  }, [isSignedOut])
  function signUpFirst() {
    rememberHearts()
    rememberWanted('/saved')
    void navigate({ to: '/signup' })
  }
  return <KeepButton onClick={() => isSignedOut && signUpFirst()} />
}
