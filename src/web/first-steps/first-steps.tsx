import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { meQuery } from '../api/queries.ts'
import { useApi } from '../api/use-api.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const StepsPanel = lazyPart(async () => ({ default: (await import('./steps-panel.tsx')).StepsPanel }), {
  isQuiet: true,
})

type FirstStepsProps = Pick<ComponentProps<typeof StepsPanel>, 'isBelowField'>

/** The first steps of a person who has neither done nor dismissed them (docs/product/sign-in.md#first-steps). */
export function FirstSteps(props: FirstStepsProps) {
  const { data: me } = useQuery(meQuery(useApi()))
  return me?.first_steps && <StepsPanel me={me} handle={me.first_steps.handle} {...props} />
}

/**
 * Whether it is known what FirstSteps shows, so that a page can draw it together with what is below, which it would
 * push down otherwise.
 */
export function useFirstStepsKnown(): boolean {
  const { data: me, isPending } = useQuery(meQuery(useApi()))
  const hasSteps = Boolean(me?.first_steps)
  const [hasLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!hasSteps) return
    const end = () => setLoaded(true)
    // The page works without them.
    StepsPanel.load().then(end, end)
  }, [hasSteps])
  return hasSteps ? hasLoaded : !isPending
}
