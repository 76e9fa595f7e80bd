import { databaseTrouble } from '../database/causes.ts'

/** The state of something: fine, to be looked at, or broken. */
export type State = 'ok' | 'warn' | 'fail'

/** A finding about one thing: its state, in words, and what to do about it. */
export type Finding = { state: State; says: string; todo?: string }

/** A line of the doctor (docs/operating.md#doctor). */
export type Line = Finding & { name: string }

/** One thing to check; whatever `check` throws makes it fail. */
export type HealthCheck = { name: string; check: (signal: AbortSignal) => Promise<Finding> }

const patienceMs = 15_000

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const warn = (says: string, todo: string): Finding => ({ state: 'warn', says, todo })
export const fail = (says: string, todo: string): Finding => ({ state: 'fail', says, todo })

/** Runs all checks at once, each for at most fifteen seconds; the lines come in the order of `checks`. */
export const examine = (checks: HealthCheck[]): Promise<Line[]> =>
  Promise.all(checks.map(async ({ name, check }) => ({ name, ...(await inTime(check)) })))

async function inTime(check: HealthCheck['check']): Promise<Finding> {
  const signal = AbortSignal.timeout(patienceMs)
  const tooLate = new Promise<Finding>((resolve) => {
    signal.addEventListener('abort', () =>
      resolve(
        fail('It did not answer within 15 seconds.', 'Check whether it can be reached from this machine.'),
      ),
    )
  })
  return Promise.race([
    tooLate,
    check(signal).catch((error: unknown) => {
      const { says, todo } = databaseTrouble(error) ?? {
        says: error instanceof Error ? error.message : String(error),
        todo: 'LOG_LEVEL=debug shows more.',
      }
      return fail(says, todo)
    }),
  ])
}

/** The lines as people read them: state, name and words in columns, with the advice below. */
export const lineText = ({ state, name, says, todo }: Line): string =>
  `${state.padEnd(4)}  ${name.padEnd(12)}  ${says}${todo ? `\n${' '.repeat(20)}→ ${todo}` : ''}`
