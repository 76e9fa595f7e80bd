import { invalidAmazonMessage, linkProblem, readAmazonLink } from '../../../shared/amazon/links.ts'
import { type Api, ApiError } from '../../api/client.ts'
import { type AmazonProduct, type FoundItem, itemFromAmazon, itemFromSample } from '../publishing/item.ts'
import type { ItemLink } from './pasted-links.ts'
import { withTimeout } from './timed-api.ts'

export type LookUp =
  | { kind: 'found'; found: FoundItem }
  /** The link is wrong, or the caller must wait: the flow stays in url-input with this message. */
  | { kind: 'refused'; problem: string }
  | { kind: 'signed_out' }
  | { kind: 'cancelled' }

type LookUpOptions = { userId: string; signal: AbortSignal }

type Options = LookUpOptions & {
  /** Called once it is known which item the link names. */
  onResolved: () => void
}

/**
 * The server answers within its own deadlines (at most 8 s a call); after this many milliseconds the connection is at
 * fault.
 */
const patienceMs = 15_000

/**
 * Reads the item that a link names: resolves a short link, then asks Amazon's API, then reads the item's page. A
 * failure on the way gives sample details (docs/product/add-item.md#sample-details). Never rejects.
 */
export async function lookUp(api: Api, link: ItemLink, options: Options): Promise<LookUp> {
  const timed = withTimeout(api, patienceMs)
  try {
    const resolved = await resolveLink(timed, link, options)
    if ('problem' in resolved) return { kind: 'refused', problem: resolved.problem }
    options.onResolved()
    const product = resolved.kind === 'product' ? await fetchProduct(timed, resolved, options) : null
    const found = product ? itemFromAmazon(resolved, product) : itemFromSample(resolved)
    return options.signal.aborted ? { kind: 'cancelled' } : { kind: 'found', found }
  } catch (error) {
    return options.signal.aborted ? { kind: 'cancelled' } : refusalOf(error)
  }
}

export type ProductLink = Extract<ItemLink, { kind: 'product' }>

/**
 * The link of the item itself: the target of a short link, validated again, or the short link where it could not be
 * resolved. Rejects with the server's refusal of the call (400, 401, 429), or when aborted.
 */
export async function resolveLink(
  api: Api,
  link: ItemLink,
  options: LookUpOptions,
): Promise<ItemLink | { problem: string }> {
  if (link.kind === 'product') return link
  const { signal } = options
  const call = api('POST /functions/v1/resolve-short-link', { body: { url: link.url } }, { signal })
  const answer = await nullOnFailure(call, options)
  if (answer?.error === invalidAmazonMessage) return { problem: invalidAmazonMessage }
  if (!answer?.resolvedUrl) return link
  const resolved = readAmazonLink(answer.resolvedUrl)
  if (resolved.kind === 'product') return resolved
  return { problem: (resolved.kind === 'no_asin' && linkProblem(resolved)) || invalidAmazonMessage }
}

/**
 * The item's details from the Creators API, else from its page, else null. Rejects with the server's refusal of a call
 * (400, 401, 429), or when aborted.
 */
export async function fetchProduct(
  api: Api,
  { url, asin }: ProductLink,
  options: LookUpOptions,
): Promise<AmazonProduct | null> {
  const { userId, signal } = options
  const call = api('POST /functions/v1/amazon-paapi', { body: { amazonUrl: url, asin } }, { signal })
  const first = await nullOnFailure(call, options)
  if (first?.product) return first.product
  const fallback = api('POST /functions/v1/add-product', { body: { amazonUrl: url, userId } }, { signal })
  return (await nullOnFailure(fallback, options))?.data ?? null
}

/** A call's answer, or null when it failed. Throws refusals that a sample must not hide. */
async function nullOnFailure<T>(call: Promise<T>, { signal }: LookUpOptions): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (signal.aborted || isRefusal(error)) throw error
    return null
  }
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 401, 429].includes(error.status)

function refusalOf(error: unknown): LookUp {
  if (!isRefusal(error)) throw error
  if (error.status === 401) return { kind: 'signed_out' }
  return { kind: 'refused', problem: error.problems[0]?.message ?? error.message }
}
