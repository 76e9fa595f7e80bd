import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'

type Item = { sender_item_id: string; receiver: string; amount: { value: string; currency: string } }
type Batch = { id: string; name: string; items: Item[] }

/**
 * What happens to a call that sends a batch: `cut` takes it and ends the connection, `lost` ends it before it takes
 * anything, `silent` takes it and never answers, `failed` answers 500 and takes nothing, `busy` answers 429, `poor`
 * says that there is not enough money.
 */
type Trouble = 'cut' | 'lost' | 'silent' | 'failed' | 'busy' | 'poor'

/**
 * PayPal's Payouts API on a loopback port. `batches` are those that it has taken, each with its name once; `words` say
 * what became of a payment by its reference, else it is PENDING; `troubles` happen to the next batches that are sent,
 * in order. `paid` is what went to each receiver, in cents.
 */
export async function startFakePayPal() {
  const batches: Batch[] = []
  const words = new Map<string, string>()
  const troubles: Trouble[] = []
  const credentials = { clientId: 'client', secret: 'secret' }
  const state = { sends: 0, perPage: 1_000 }
  const tokens = new Set<string>()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const say = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? '/', 'http://paypal.example')
    if (address.pathname === '/v1/oauth2/token') {
      await text(request)
      const basic = Buffer.from(`${credentials.clientId}:${credentials.secret}`).toString('base64')
      if (request.headers.authorization !== `Basic ${basic}`)
        return say(response, 401, { error: 'invalid_client' })
      const token = randomBytes(8).toString('hex')
      tokens.add(token)
      return say(response, 200, { access_token: token, expires_in: 32_400 })
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return say(response, 401, { name: 'NOT_AUTHORIZED' })
    if (request.method === 'POST') return take(request, response)
    const id = address.pathname.split('/').at(-1)
    const batch = batches.find((one) => one.id === id)
    if (!batch) return say(response, 404, { name: 'INVALID_RESOURCE_ID' })
    const page = Number(address.searchParams.get('page'))
    return say(response, 200, {
      batch_header: { payout_batch_id: batch.id, batch_status: 'SUCCESS' },
      total_pages: Math.ceil(batch.items.length / state.perPage),
      items: batch.items.slice((page - 1) * state.perPage, page * state.perPage).map((item) => ({
        payout_item_id: `I-${item.sender_item_id}`,
        transaction_id: `T-${item.sender_item_id}`,
        transaction_status: words.get(item.sender_item_id) ?? 'PENDING',
        payout_item: item,
        ...(words.get(item.sender_item_id) === 'FAILED' && { errors: { name: 'RECEIVER_UNREGISTERED' } }),
      })),
    })
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const sent = (await json(request)) as {
      sender_batch_header: { sender_batch_id: string }
      items: Item[]
    }
    state.sends += 1
    const trouble = troubles.shift()
    if (trouble === 'lost') return response.destroy()
    if (trouble === 'failed') return say(response, 500, { name: 'INTERNAL_SERVICE_ERROR' })
    if (trouble === 'busy') return say(response, 429, { name: 'RATE_LIMIT_REACHED' })
    if (trouble === 'poor')
      return say(response, 422, {
        name: 'INSUFFICIENT_FUNDS',
        message: 'Sender does not have sufficient funds.',
      })
    const { sender_batch_id: name } = sent.sender_batch_header
    const former = batches.find((one) => one.name === name)
    if (former)
      return say(response, 400, {
        name: 'USER_BUSINESS_ERROR',
        message: 'User business error.',
        details: [{ field: 'SENDER_BATCH_ID', issue: 'Batch with given sender_batch_id already exists' }],
        links: [{ rel: 'self', href: `https://api.paypal.example/v1/payments/payouts/${former.id}` }],
      })
    const batch = { id: randomBytes(6).toString('hex').toUpperCase(), name, items: sent.items }
    batches.push(batch)
    if (trouble === 'cut') return response.destroy()
    if (trouble === 'silent') return
    return say(response, 201, { batch_header: { payout_batch_id: batch.id, batch_status: 'PENDING' } })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    words,
    troubles,
    credentials,
    state,
    /** What was taken for each receiver, in dollars. */
    paid: () =>
      batches
        .flatMap(({ items }) => items)
        .map(({ receiver, amount }) => [receiver, amount.value] as const)
        .sort(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FakePayPal = Awaited<ReturnType<typeof startFakePayPal>>
