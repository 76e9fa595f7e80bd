import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../operator-error.ts'
import type { Inspected } from './read-archive.ts'
import { requireKeys } from './signing.ts'

/** How an operator recognises an archive as their own. */
export type Trust = {
  /** Keys that archives may be signed with, as operators write them. */
  keys: string[]
  /** Whether an archive may be without a signature. */
  unsigned: boolean
}

/** Asks the operator whether to continue; null if nobody is there to answer. */
export type Ask = ((question: string) => Promise<boolean>) | null

/** At the terminal, if there is one. */
export const askAtTerminal: Ask = process.stdin.isTTY
  ? async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      const answer = await terminal.question(`${question} (yes/no) `)
      terminal.close()
      return answer.trim().toLowerCase() === 'yes'
    }
  : null

/**
 * Accepts an archive that is signed with a key that the operator trusts. If they named none, it shows who signed the
 * archive and asks. Throws OperatorError otherwise, also if nobody can be asked.
 */
export async function requireTrust(inspected: Inspected, { keys, unsigned }: Trust, ask: Ask): Promise<void> {
  requireKeys(keys)
  const { signedBy } = inspected
  if (signedBy ? keys.includes(signedBy) : unsigned) return
  if (keys.length > 0) throw new OperatorError(signedBy ? otherKey(signedBy) : unsignedThough)
  const about = describe(inspected)
  const option = signedBy ? `--trust ${signedBy}` : '--unsigned'
  if (!ask) throw new OperatorError(`${about}\nIf that is yours, restore it with ${option}`)
  if (!(await ask(`${about}\nThe person who made it will be in charge here. Restore it?`)))
    throw new OperatorError('Nothing was restored.')
}

const otherKey = (key: string) =>
  `This archive is signed with ${key}, which is not one of the keys that you trust.`
const unsignedThough =
  'This archive is not signed: anyone who had it may have changed it. If nobody could, restore it with --unsigned.'

const describe = ({ head, signedBy }: Inspected) =>
  [
    `This backup was made at ${head.made_at}.`,
    signedBy ? `It is signed with ${signedBy}.` : 'It is not signed: anyone who had it may have changed it.',
    `Its admins: ${head.admins ? head.admins.join(', ') || 'none' : 'not known before it is restored'}.`,
  ].join('\n')
