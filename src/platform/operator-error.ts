/**
 * A problem for the operator to solve: its message says in plain words what is wrong and what to do, and
 * is printed without a stack.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
  /** Also true where `instanceof` fails: in development the app is another module instance. */
  readonly isForOperator = true
}
