import { createLine } from './line.ts'
import { createTeam, type Ending, type Place, type Question, type Team } from './team.ts'

type Joined = {
  place: Place
  team: Team
  /** Reports that this worker serves. */
  ready: () => void
  /** Hands over its counts before it ends. */
  leaveCounts: () => Promise<void>
  /** Resolves when this worker is to end. */
  told: Promise<Ending>
}

/** Joins the parent that has started this process as a worker; resolves once the parent has told it its place. */
export async function joinParent(): Promise<Joined> {
  const begun = Promise.withResolvers<Place>()
  const told = Promise.withResolvers<Ending>()
  const own: Partial<Record<Question, () => unknown>> = {}
  const send = (message: unknown) => void process.send?.(message)
  const line = createLine(send, {
    begin: (place: Place) => begun.resolve(place),
    end: (how: Ending) => told.resolve(how),
    alive: () => true,
    metrics: () => own.metrics?.(),
    refusals: () => own.refusals?.(),
  })
  process.on('message', line.receive)
  // A terminal, or a signal to the whole service, reaches all processes; the parent decides what it means.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGTERM', () => told.resolve('replaced'))
  const place = await begun.promise
  return {
    place,
    team: createTeam(line, place.size, own),
    ready: () => void line.ask('ready'),
    leaveCounts: async () => {
      await line.ask('counts', await own.metrics?.(), 1_000)
    },
    told: told.promise,
  }
}
