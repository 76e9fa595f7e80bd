import { type Act, type RunningAct, useAct } from '../../api/use-act.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type AuthProblem, unexpected } from './attempts.ts'

/** `isQuiet`: no message is shown. */
type Problem = AuthProblem & { isQuiet?: true }

type AuthAct<Input> = Pick<Act<Input, void>, 'after' | 'done'> & {
  /** Makes the attempt; resolves to what went wrong, or null. */
  send: (input: Input) => Promise<Problem | null>
}

/** An act by the auth client, which rejects nothing. What went wrong is said in a message. */
export const useAuthAct = <Input = void>({ send, ...act }: AuthAct<Input>): RunningAct<Input> =>
  useAct({
    ...act,
    send: async (_, input: Input) => {
      const problem = await send(input)
      if (problem) throw new Failure(problem)
    },
    onRefused: (error) => {
      const problem: Problem = error instanceof Failure ? error.problem : unexpected()
      if (!problem.isQuiet) void toast.error(problem.title, { description: problem.message })
      return true
    },
  })

class Failure extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}
