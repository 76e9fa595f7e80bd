import { displayTitle } from '../../../shared/product.ts'
import type { Api } from '../../api/client.ts'
import { emptyFields } from '../../item/form/fields.ts'
import { fetchProduct, type ProductLink, resolveLink } from '../link/look-up.ts'
import { itemFromAmazon, type PublishBody, publishBody } from '../publishing/item.ts'
import { failedText, outcomeOf } from '../publishing/publish-item.ts'
import type { BulkLine, LineState } from './bulk-flow.ts'

type Options = {
  userId: string
  signal: AbortSignal
  /** Called with the request before it is sent. */
  onBody: (body: PublishBody) => void
  /** Runs work on one item only after earlier work on the same item. */
  oneAtATime: <T>(item: string, work: () => Promise<T>) => Promise<T>
}

type LineOutcome = LineState | 'signed_out'

const unresolvedText = 'Failed to resolve short Amazon link'

/**
 * Takes one line from its link to the published product in the Inbox. An item that is already in the folio is skipped,
 * unless the line says otherwise or an earlier try may have published it. Never rejects.
 */
export async function publishLine(api: Api, line: BulkLine, options: Options): Promise<LineOutcome> {
  try {
    if (line.body) return await send(api, line.key, line.body, options)
    if (!line.link) return line.state
    const link = await resolveLink(api, line.link, options)
    if ('problem' in link) return { name: 'refused', problem: link.problem }
    if (link.kind === 'short') return { name: 'failed', problem: unresolvedText }
    return await options.oneAtATime(link.asin, () => publishLinked(api, line, link, options))
  } catch (error) {
    return errorOf(error)
  }
}

async function publishLinked(
  api: Api,
  line: BulkLine,
  link: ProductLink,
  options: Options,
): Promise<LineOutcome> {
  const { signal } = options
  if (!line.again) {
    const own = await api('GET /api/v1/me/products', { query: { asin: link.asin, limit: 1 } }, { signal })
    const [owned] = own.items
    if (owned) return { name: 'owned', ...namesOf(owned) }
  }
  const product = await fetchProduct(api, link, options)
  const body = product ? knownBody(link, product) : unknownBody(link)
  options.onBody(body)
  return await send(api, line.key, body, options)
}

function knownBody(link: ProductLink, product: Parameters<typeof itemFromAmazon>[1]): PublishBody {
  const { item, fields } = itemFromAmazon(link, product)
  return publishBody(item, fields)
}

/** Without details it is published without a title, not with a sample's: it shows as 'Amazon item {ASIN}'. */
const unknownBody = ({ url, asin }: ProductLink): PublishBody =>
  publishBody({ amazon_url: url, asin }, { ...emptyFields, image_url: null })

async function send(api: Api, key: string, body: PublishBody, { signal }: Options): Promise<LineState> {
  const product = await api('POST /api/v1/products', { body }, { idempotencyKey: key, signal })
  return { name: 'published', ...namesOf(product) }
}

const namesOf = (product: { short_link_id: string; title: string; asin: string }) => ({
  shortLinkId: product.short_link_id,
  title: displayTitle(product),
})

function errorOf(error: unknown): LineOutcome {
  const outcome = outcomeOf(error)
  if (outcome.kind === 'signed_out') return 'signed_out'
  if (outcome.kind === 'throttled') return { name: 'failed', problem: outcome.message }
  const [problem] = outcome.kind === 'refused' ? Object.values(outcome.problems) : []
  return { name: 'failed', problem: problem ?? failedText }
}
