import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { signInWith } from '../attempts.ts'
import { AppleLogo, GoogleLogo } from '../provider-logos.tsx'

// Colours of the providers' own guidelines, for light and dark grounds.
const known = [
  {
    id: 'google',
    name: 'Google',
    Logo: GoogleLogo,
    look: 'border-[color:light-dark(#747775,#8e918f)]! bg-[color:light-dark(#fff,#131314)]! text-[color:light-dark(#1f1f1f,#e3e3e3)]!',
  },
  {
    id: 'apple',
    name: 'Apple',
    Logo: AppleLogo,
    look: 'border-transparent! bg-[color:light-dark(#000,#fff)]! text-[color:light-dark(#fff,#000)]!',
  },
] as const

type ProviderId = (typeof known)[number]['id']

/** Signing in or up with the providers that this installation has settings for; nothing if it has none. */
export function ProviderButtons() {
  const offered = useRouteContext({ from: rootRouteId, select: (context) => context.providers })
  const { leavingTo, leave } = useLeaving()
  const shown = known.filter(({ id }) => offered.includes(id))
  if (shown.length === 0) return null
  return (
    <div className="stack gap-3">
      <p className="flex items-center gap-3 text-caption text-ink-3 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
        or
      </p>
      {shown.map(({ id, name, Logo, look }) => (
        <Button key={id} block className={look} busy={leavingTo === id} onClick={() => void leave(id)}>
          <Logo />
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}

/** The browser takes a moment to leave, and whoever turns back there may find this page as it was left. */
function useLeaving() {
  const [leavingTo, setLeavingTo] = useState<ProviderId | null>(null)
  useEffect(() => {
    const stay = () => setLeavingTo(null)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  async function leave(id: ProviderId) {
    if (leavingTo) return
    setLeavingTo(id)
    const problem = await signInWith(id)
    if (!problem) return
    setLeavingTo(null)
    void toast.error(problem.title, { description: problem.message })
  }
  return { leavingTo, leave }
}
