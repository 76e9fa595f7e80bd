import type { Route } from './http/route.ts'
import type { JobHandler } from './jobs/job.ts'

/** What a slice adds to the program, made of the services that it needs. */
export type Slice<Services> = {
  /** Its calls. */
  routes(services: Services): Route[]
  /** Its background jobs: work that must not hold up a request, or is periodic. */
  jobs(services: Services): JobHandler[]
}
