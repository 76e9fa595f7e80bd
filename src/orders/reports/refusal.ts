import type { ErrorCode } from '../../shared/errors.ts'

/** Why a whole file cannot be imported. Nothing of it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  constructor(message: string, code: ErrorCode = 'validation_failed') {
    super(message)
    this.code = code
  }
}
