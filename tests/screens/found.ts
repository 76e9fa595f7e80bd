import { TOTP } from 'otpauth'
import { creators } from '../../db/demo/cast/creators.ts'
import { type Creator, emailOf } from '../../db/demo/cast/people.ts'
import type { WireSession } from '../../src/identity/contract.ts'
import { createAuthenticator } from '../../src/identity/testing/authenticator.ts'
import type { DemoAccounts } from '../harness/demo.ts'
import { signInAt, signUpAt } from '../harness/people.ts'
import type { Report } from './reports.ts'
import type { Found, Newcomer, Viewer } from './scene.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of calls whose contracts are tested elsewhere.
type Answer = any

/** Sessions of the viewers, and addresses of the screens, from the API of the running demo. */
export async function findAll(url: string, accounts: DemoAccounts) {
  const { password } = accounts
  const creator = await signInAt(url, accounts.creator, password)
  const newcomer = await signUpAt(url)
  const ask = async (method: string, path: string, session?: WireSession, body?: object): Promise<Answer> => {
    const headers: Record<string, string> = {
      ...(session && { authorization: `Bearer ${session.access_token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return response.status === 204 ? null : response.json()
  }
  const get = (path: string, session?: WireSession) => ask('GET', path, session)
  const { admin, showAgain } = await guard(await signInAt(url, accounts.admin, password), { url, ask })
  const feed = (await get('/api/v1/feed')).items
  const own = (await get('/api/v1/me/products', creator)).items
  const orders = (await get('/api/v1/admin/orders', admin)).items
  const review = (await get('/api/v1/admin/orders?state=under_review', admin)).items
  const detailsOf = ({ order_item_id }: Answer) =>
    get(`/api/v1/admin/orders/${encodeURIComponent(order_item_id)}`, admin)
  const contested = (await Promise.all(review.map(detailsOf))).find(({ sides }) => sides.length > 1)
  const act = (what: string) =>
    ask('POST', `/api/v1/admin/${what}`, admin, { reason: 'It was copied from another shop.' })
  const warned = await signInAt(url, emailOf(creators.at(-1) as Creator), password)
  const [hidden] = (await get('/api/v1/me/products', warned)).items
  await act(`products/${hidden.id}/hide`)
  const reported = { product_id: feed[1].id, reason: 'misleading', text: 'It is brass, not gold.' }
  await ask('POST', '/api/v1/reports', newcomer, reported)
  const disagreeing = (await get('/api/v1/admin/orders?state=evidence_disagrees', admin)).items
  const { match } = (await get('/api/v1/admin/pipeline', admin)).last
  const [report] = (await get('/api/v1/admin/imports', admin)).items
  const [payout] = (await get('/api/v1/admin/payout-runs', admin)).items
  const months = (await get('/api/v1/admin/books', admin)).items
  const closed = months.find(({ closed_at }: Answer) => closed_at) ?? months.at(-1)
  const me = await get('/api/v1/me', creator)
  const lists = (await get('/api/v1/me/lists', creator)).items
  const ownList = lists.find(({ is_public, is_look }: Answer) => is_public && !is_look) ?? lists[0]
  const ownLook = lists.find(({ is_look }: Answer) => is_look) ?? lists[0]
  const link = (product: Answer) => `/l/${product.short_link_id}`
  const order = ({ order_item_id }: Answer) => `/admin/orders/${encodeURIComponent(order_item_id)}`
  /** The first whose page leads on to others who share the same thing. */
  async function withOthers(products: Answer[]): Promise<Answer> {
    for (const product of products)
      if ((await get(`/api/v1/products/${product.id}/doorway`)).also.length > 0) return product
    return products[0]
  }
  const found: Found = {
    product: link(feed.find((product: Answer) => product.image_url) ?? feed[0]),
    doorway: link(await withOthers(feed)),
    profile: `/${feed[0].profiles.username}`,
    storefront: `/${me.username}`,
    list: `/${me.username}/${ownList.slug}`,
    look: `/${me.username}/${ownLook.slug}`,
    ownList: `/my-folio/lists/${ownList.id}`,
    ownLook: `/my-folio/lists/${ownLook.id}`,
    liked: feed.slice(0, 5).map(({ id }: Answer) => id),
    newcomer: `/${(await get('/api/v1/me', newcomer)).username}`,
    ownProduct: link(own[0]),
    order: order(orders[0]),
    contested: order(contested ?? review[0] ?? orders[0]),
    disagreeing: order(disagreeing[0] ?? orders[0]),
    matched: `/admin/runs/${match.id}/matched`,
    import: `/admin/imports/${report.id}`,
    payout: `/admin/payouts/${payout.id}`,
    bookMonth: `/admin/books/${closed?.month ?? ''}`,
    hidden: link(hidden),
    admin: { email: accounts.admin, password },
    joins: joiner(url),
    report: sender(url, admin, showAgain),
  }
  const sessions: Record<Viewer, WireSession | null> = { visitor: null, newcomer, creator, admin, warned }
  return { found, sessions }
}

type Running = {
  url: string
  ask: (method: string, path: string, session: WireSession, body?: object) => Promise<Answer>
}

/** Has people sign up and share a product, each once. */
function joiner(url: string): Found['joins'] {
  const joined = new Map<Newcomer, ReturnType<Found['joins']>>()
  async function join({ first, last, product }: Newcomer) {
    const session = await signUpAt(url, { first, last })
    const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
    const item = { amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW', category_id: null, ...product }
    const answer = await fetch(`${url}/api/v1/products`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(item),
    })
    if (!answer.ok) throw new Error(`The product of ${first} was answered ${answer.status}`)
    const shared: Answer = await answer.json()
    const me: Answer = await (await fetch(`${url}/api/v1/me`, { headers })).json()
    return { profile: `/${me.username}`, product: `/l/${shared.short_link_id}` }
  }
  return (newcomer) => {
    const places = joined.get(newcomer) ?? join(newcomer)
    joined.set(newcomer, places)
    return places
  }
}

/**
 * Gives an account an authenticator app, recovery codes and a passkey. Returns its session, which has shown them, and a
 * function that shows a code again, as admin work on money asks for it.
 */
async function guard(session: WireSession, { url, ask }: Running) {
  const { id, totp } = await ask('POST', '/auth/v1/factors', session, { factor_type: 'totp' })
  async function show(by: WireSession): Promise<WireSession> {
    const { id: challenge_id } = await ask('POST', `/auth/v1/factors/${id}/challenge`, by, {})
    const code = new TOTP({ secret: totp.secret }).generate()
    return await ask('POST', `/auth/v1/factors/${id}/verify`, by, { challenge_id, code })
  }
  const raised = await show(session)
  await ask('POST', '/auth/v1/factors/recovery-codes', raised, {})
  const question = await ask('POST', '/auth/v1/passkeys/registration/options', raised, {})
  const credential = createAuthenticator({ origin: url }).create(question.options)
  const answer = { challenge_id: question.challenge_id, credential }
  await ask('POST', '/auth/v1/passkeys/registration/verify', raised, answer)
  return { admin: raised, showAgain: () => show(raised) }
}

/** Sends reports as an admin, each once, and waits until nothing more happens by itself. */
function sender(url: string, admin: WireSession, showAgain: () => Promise<unknown>): Found['report'] {
  const headers = { authorization: `Bearer ${admin.access_token}` }
  const addresses = new Map<string, Promise<string>>()
  async function send({ text, ...query }: Report) {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))
    const request = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv', 'idempotency-key': crypto.randomUUID() },
      body: text,
    }
    const post = () => fetch(`${url}/api/v1/admin/imports?${asked}`, request)
    let response = await post()
    if (response.status === 403) {
      await showAgain()
      response = await post()
    }
    if (!response.ok) throw new Error(`${query.file_name} was answered ${response.status}`)
    let batch: Answer = await response.json()
    while (['waiting', 'running'].includes(batch.run?.state)) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      batch = await (await fetch(`${url}/api/v1/admin/imports/${batch.id}`, { headers })).json()
    }
    return `/admin/imports/${batch.id}`
  }
  return (report) => {
    const sent = addresses.get(report.file_name) ?? send(report)
    addresses.set(report.file_name, sent)
    return sent
  }
}
