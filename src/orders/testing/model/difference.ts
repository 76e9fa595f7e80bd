/** Where the model and the app differ: after which step, in which history. */
export class Difference extends Error {
  readonly slot: number | null
  constructor(slot: number | null, message: string) {
    super(message)
    this.name = 'Difference'
    this.slot = slot
  }
}
