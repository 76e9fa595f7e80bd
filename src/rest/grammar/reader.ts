import { unreadable } from '../errors.ts'

/** Reads a text sign by sign; what it does not expect is refused, with the place. */
export class Reader {
  private position = 0
  private readonly text: string
  private readonly of: string

  /** `of` names the part of the request for refusals. */
  constructor(text: string, of: string) {
    this.text = text
    this.of = of
  }

  isAtEnd = () => this.position >= this.text.length
  next = () => this.text[this.position] ?? ''

  comes = (sign: string): boolean => this.text.startsWith(sign, this.position)

  /** Goes past `sign` where it comes next. */
  takes(sign: string): boolean {
    if (!this.comes(sign)) return false
    this.position += sign.length
    return true
  }

  expect(sign: string): void {
    if (!this.takes(sign)) throw this.refusal(`expecting "${sign}"`)
  }

  /** The longest run of signs that `pattern`, a sticky expression, matches here; may be empty. */
  run(pattern: RegExp): string {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.position += found.length
    return found
  }

  /** A name of a table or column, as it is or in double quotes. */
  name(): string {
    const name = this.next() === '"' ? this.quoted() : this.run(/[A-Za-z_]\w*/y)
    if (name === '' || name.length > 63) throw this.refusal('expecting a name')
    return name
  }

  /** A text in double quotes, in which a backslash keeps the next sign as it is. */
  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.takes('"')) {
      if (this.isAtEnd()) throw this.refusal('expecting a closing quote')
      this.takes('\\')
      value += this.next()
      this.position++
    }
    return value
  }

  rest(): string {
    const rest = this.text.slice(this.position)
    this.position = this.text.length
    return rest
  }

  end(): void {
    if (!this.isAtEnd()) throw this.refusal(`unexpected "${this.next()}"`)
  }

  refusal(why: string, hint?: string) {
    return unreadable(`${this.of}: ${why} at sign ${this.position + 1} of "${this.text.slice(0, 200)}"`, hint)
  }
}
