import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../api/queries.ts'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { forgetHeight, rememberHeight } from '../session/remembered-height.ts'
import { FirstSteps } from './first-steps.tsx'

const rememberSteps = rememberHeight('steps')

type FirstStepsApartProps = {
  /** Beside a list, where their last height is kept free until they are there, or among its cards. */
  place: 'beside' | 'among'
}

/** The first steps with their query scope, for a public page. */
export const FirstStepsApart = ({ place }: FirstStepsApartProps) => (
  <QueryScope>
    {place === 'among' ? (
      <FirstSteps />
    ) : (
      <>
        <div ref={rememberSteps}>
          <FirstSteps />
        </div>
        <NoRoomWithout />
      </>
    )}
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
