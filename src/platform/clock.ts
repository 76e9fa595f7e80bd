/** The current instant. Injected everywhere, so that tests and demo data can live in the past. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** A clock that stands still until it is moved. */
export class ManualClock {
  #now: number

  constructor(start: Date) {
    this.#now = start.getTime()
  }

  readonly now: Clock = () => new Date(this.#now)

  set(to: Date) {
    this.#now = to.getTime()
  }

  advance(ms: number) {
    this.#now += ms
  }
}
