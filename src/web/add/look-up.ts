import { invalidAmazonMessage, linkProblem, readAmazonLink } from '../../shared/amazon/links.ts'
import { type Api, ApiError } from '../client.ts'
import { type FoundItem, type ItemLink, itemFromAmazon, itemFromSample } from './item.ts'

export type LookUp =
  | { kind: 'found'; found: FoundItem }
  /** The link itself is the matter, or the caller must wait: they stay in url-input with this message. */
  | { kind: 'refused'; problem: string }
  | { kind: 'signed_out' }
  | { kind: 'cancelled' }

type Options = {
  userId: string
  signal: AbortSignal
  /** Called once it is known which item the link names. */
  onResolved: () => void
}

/** The server answers within its own deadlines (at most 8 s a call); beyond this the connection is at fault. */
const patienceMs = 15_000

/**
 * Reads the item a link names: a short link is resolved, then Amazon is asked, then the item's page. Whatever fails
 * on the way gives sample details (spec section 4). Never rejects.
 */
export async function lookUp(api: Api, link: ItemLink, options: Options): Promise<LookUp> {
  try {
    const resolved = link.kind === 'short' ? await resolve(api, link, options) : link
    if ('problem' in resolved) return { kind: 'refused', problem: resolved.problem }
    options.onResolved()
    const product = resolved.kind === 'product' ? await fetchProduct(api, resolved, options) : null
    const found = product ? itemFromAmazon(resolved, product) : itemFromSample(resolved)
    return options.signal.aborted ? { kind: 'cancelled' } : { kind: 'found', found }
  } catch (error) {
    return options.signal.aborted ? { kind: 'cancelled' } : refusalOf(error)
  }
}

type ShortLink = Extract<ItemLink, { kind: 'short' }>
type ProductLink = Extract<ItemLink, { kind: 'product' }>

/** The link a short one stands for, checked again; the short one itself when nobody could tell. */
async function resolve(api: Api, link: ShortLink, options: Options): Promise<ItemLink | { problem: string }> {
  const call = api('POST /functions/v1/resolve-short-link', { body: { url: link.url } }, extras(options))
  const answer = await nullOnFailure(call, options)
  if (answer?.error === invalidAmazonMessage) return { problem: invalidAmazonMessage }
  if (!answer?.resolvedUrl) return link
  const resolved = readAmazonLink(answer.resolvedUrl)
  if (resolved.kind === 'product') return resolved
  return { problem: (resolved.kind === 'no_asin' && linkProblem(resolved)) || invalidAmazonMessage }
}

/** What the Creators API says of the item, else what its page says, else null. */
async function fetchProduct(api: Api, { url, asin }: ProductLink, options: Options) {
  const call = api('POST /functions/v1/amazon-paapi', { body: { amazonUrl: url, asin } }, extras(options))
  const first = await nullOnFailure(call, options)
  if (first?.product) return first.product
  const { userId } = options
  const fallback = api(
    'POST /functions/v1/add-product',
    { body: { amazonUrl: url, userId } },
    extras(options),
  )
  return (await nullOnFailure(fallback, options))?.data ?? null
}

const extras = ({ signal }: Options) => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
})

/** A call's answer, or null when it failed. Refusals that a sample must not hide are thrown. */
async function nullOnFailure<T>(call: Promise<T>, { signal }: Options): Promise<T | null> {
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
