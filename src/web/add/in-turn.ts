/** Gives a function that runs work under one name only after all earlier work under that name. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    return turn
  }
}
