import type { Context } from '../../platform/context.ts'
import { proofsOf } from './reading.ts'
import { consistencyRanges, noteOf } from './rules.ts'
import { noteFailure, noteTold, selectNewest, selectWitness } from './sql.ts'

const patienceMs = 10_000
/** How much of an answer is read at most: a size, or a reason. */
const maxBytes = 1_000

/**
 * Sends the newest checkpoint to each witness that has not accepted it (decision 83), as C2SP's tlog-witness defines:
 * the size that the witness knows, the proof that the log continues from there, and the signed note. A failure is
 * recorded, and tried again the next time; it never throws.
 */
export async function tellWitnesses(context: Context, addresses: readonly string[]): Promise<void> {
  const newest = await selectNewest(context.db)
  if (newest) await Promise.all(addresses.map((address) => tell(context, address, newest)))
}

async function tell(
  { db, clock }: Context,
  address: string,
  newest: NonNullable<Awaited<ReturnType<typeof selectNewest>>>,
): Promise<void> {
  let known = (await selectWitness(db, address))?.size ?? 0
  if (known >= newest.size) return
  const note = noteOf({ ...newest, publicKey: newest.public_key })
  // A witness that knows another size says so, once.
  for (const isLast of [false, true]) {
    const [proof = []] = await proofsOf(db, [consistencyRanges(known, newest.size)])
    const hashes = proof.map((hex) => Buffer.from(hex, 'hex').toString('base64'))
    const answer = await send(address, [`old ${known}`, ...hashes, '', note].join('\n'))
    if (answer.status >= 200 && answer.status < 300)
      return noteTold(db, { address, size: newest.size, at: clock() })
    const other = answer.status === 409 && /^\d{1,15}\s*$/.test(answer.text) ? Number(answer.text) : undefined
    if (isLast || other === undefined || other > newest.size)
      return noteFailure(db, { address, at: clock(), failure: errorOf(answer, other, newest.size) })
    known = other
  }
}

type Answer = { status: number; text: string }

const errorOf = ({ status, text }: Answer, other: number | undefined, size: number): string => {
  if (other !== undefined && other > size)
    return `It knows a log of ${other} rows, which is larger than ours.`
  return status === 0 ? text : `It answered ${status}.`
}

/** Status 0 means no answer, with the reason as text. */
async function send(address: string, body: string): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, text: await beginningOf(response) }
  } catch (error) {
    return { status: 0, text: reasonOf(error) }
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > maxBytes) break
  }
  return text.slice(0, maxBytes)
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  if (name === 'TimeoutError') return 'It does not answer.'
  return `It cannot be reached (${cause?.code ?? name}).`
}
