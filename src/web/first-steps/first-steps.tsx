import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../queries.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { useApi } from '../use-api.ts'

const StepsPanel = deferredPart(() => import('./steps-panel.tsx').then((script) => script.StepsPanel), {
  isQuiet: true,
})

/** The first steps of a person who has neither done nor dismissed them (docs/product/sign-in.md#first-steps). */
export function FirstSteps() {
  const { data: me } = useQuery(meQuery(useApi()))
  return me?.first_steps && <StepsPanel me={me} handle={me.first_steps.handle} />
}
