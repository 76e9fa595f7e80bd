type Ask = { ask: string; id: number; given?: unknown }
type Answer = { id: number; answer: unknown }
/** This end's answers to questions. */
export type Answers = Record<string, (given: never) => unknown>

/**
 * One end of the line between a parent and a worker: each asks the other by name. A question resolves to undefined if
 * the other end does not answer in time, or has ended before it got the question.
 */
export function createLine(send: (message: Ask | Answer) => void, answers: Answers) {
  const waiting = new Map<number, (answer: unknown) => void>()
  let lastId = 0

  async function reply({ ask, id, given }: Ask): Promise<void> {
    const answer = await answers[ask]?.(given as never)
    send({ id, answer })
  }

  return {
    ask<T>(ask: string, given?: unknown, patienceMs?: number): Promise<T | undefined> {
      const id = ++lastId
      return new Promise((resolve) => {
        const timer = patienceMs && setTimeout(() => settle(undefined), patienceMs).unref()
        const settle = (answer: unknown) => {
          if (timer) clearTimeout(timer)
          waiting.delete(id)
          resolve(answer as T | undefined)
        }
        waiting.set(id, settle)
        send({ ask, id, given })
      })
    },
    receive(message: unknown): void {
      const said = message as Ask | Answer
      if ('ask' in said) void reply(said)
      else waiting.get(said.id)?.(said.answer)
    },
    /** The other end is gone. */
    lost(): void {
      for (const settle of [...waiting.values()]) settle(undefined)
    },
  }
}

export type Line = ReturnType<typeof createLine>
