import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../operator-error.ts'
import type { Inspected } from './read-archive.ts'
import { requireKeys } from './signing.ts'

/** By what an operator knows an archive as theirs. */
export type Trust = {
  /** Keys that archives may be signed with, as operators write them. */
  keys: string[]
  /** Whether an archive may be without a signature. */
  unsigned: boolean
}

/**
 * Lets an archive pass that is signed with a key that the operator trusts. Where they named none it shows whose the
 * archive is and asks; without a terminal to ask at, and otherwise, it throws OperatorError.
 */
export async function requireTrust(inspected: Inspected, { keys, unsigned }: Trust): Promise<void> {
  requireKeys(keys)
  const { signedBy } = inspected
  if (signedBy ? keys.includes(signedBy) : unsigned) return
  if (signedBy && keys.length > 0)
    throw new OperatorError(`This archive is signed with ${signedBy}, which is none of the keys you trust.`)
  if (!signedBy && keys.length > 0)
    throw new OperatorError(
      'This archive is not signed: whoever had it may have changed it. If nobody could, restore it with --unsigned.',
    )
  const about = describe(inspected)
  if (!process.stdin.isTTY)
    throw new OperatorError(
      `${about}\nNobody can be asked here whether it is yours. If it is: ${signedBy ? `--trust ${signedBy}` : '--unsigned'}`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      `${about}\nWhoever made it will be in charge here. Restore it? (yes/no) `,
    )
    if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was restored.')
  } finally {
    terminal.close()
  }
}

const describe = ({ head, signedBy }: Inspected) =>
  [
    `This backup was made at ${head.made_at}.`,
    signedBy ? `It is signed with ${signedBy}.` : 'It is not signed: whoever had it may have changed it.',
    `Its admins: ${head.admins ? head.admins.join(', ') || 'none' : 'not known before it is restored'}.`,
  ].join('\n')
