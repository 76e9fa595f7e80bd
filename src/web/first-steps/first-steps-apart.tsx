import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../queries.ts'
import { QueryScope } from '../query-client.tsx'
import { forgetHeight, rememberHeight } from '../session/remembered-height.ts'
import { useApi } from '../use-api.ts'
import { FirstSteps } from './first-steps.tsx'

const rememberSteps = rememberHeight('steps')

/** The first steps with their query scope, for a public page, which keeps their last height free until they are there. */
export const FirstStepsApart = () => (
  <QueryScope>
    <div ref={rememberSteps} className="flow-root">
      <FirstSteps />
    </div>
    <NoRoomWithout />
  </QueryScope>
)

function NoRoomWithout() {
  const { data: me } = useQuery(meQuery(useApi()))
  const hasNone = me?.first_steps === null
  useEffect(() => {
    if (hasNone) forgetHeight('steps')
  }, [hasNone])
  return null
}
