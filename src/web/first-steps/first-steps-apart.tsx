import { QueryScope } from '../query-client.tsx'
import { FirstSteps } from './first-steps.tsx'

/** The first steps with their query scope, for a public page. */
export const FirstStepsApart = () => (
  <QueryScope>
    <FirstSteps />
  </QueryScope>
)
