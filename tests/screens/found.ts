import { TOTP } from 'otpauth'
import { creators } from '../../db/demo/cast/creators.ts'
import { type Creator, emailOf } from '../../db/demo/cast/people.ts'
import type { WireSession } from '../../src/identity/contract.ts'
import { createAuthenticator } from '../../src/identity/testing/authenticator.ts'
import type { DemoAccounts } from '../harness/demo.ts'
import { signInAt, signUpAt } from '../harness/people.ts'
import type { Found, Viewer } from './scene.ts'

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
  const admin = await guard(await signInAt(url, accounts.admin, password), { url, ask })
  const feed = (await get('/api/v1/feed')).items
  const own = (await get('/api/v1/me/products', creator)).items
  const orders = (await get('/api/v1/admin/orders', admin)).items
  const review = (await get('/api/v1/admin/orders?state=under_review', admin)).items
  const act = (what: string) =>
    ask('POST', `/api/v1/admin/${what}`, admin, { reason: 'It was copied from another shop.' })
  const warned = await signInAt(url, emailOf(creators.at(-1) as Creator), password)
  const [hidden] = (await get('/api/v1/me/products', warned)).items
  await act(`products/${hidden.id}/hide`)
  const reported = { product_id: feed[1].id, reason: 'misleading', text: 'It is brass, not gold.' }
  await ask('POST', '/api/v1/reports', newcomer, reported)
  const [report] = (await get('/api/v1/admin/imports', admin)).items
  const link = (product: Answer) => `/l/${product.short_link_id}`
  const order = ({ order_item_id }: Answer) => `/admin/orders/${encodeURIComponent(order_item_id)}`
  const found: Found = {
    product: link(feed.find((product: Answer) => product.image_url) ?? feed[0]),
    withoutPicture: link(feed.find((product: Answer) => !product.image_url) ?? feed[0]),
    profile: `/${feed[0].profiles.username}`,
    newcomer: `/${(await get('/api/v1/me', newcomer)).username}`,
    ownProduct: link(own[0]),
    order: order(orders[0]),
    contested: order(review[0] ?? orders[0]),
    import: `/admin/imports/${report.id}`,
    hidden: link(hidden),
    admin: { email: accounts.admin, password },
  }
  const sessions: Record<Viewer, WireSession | null> = { visitor: null, newcomer, creator, admin, warned }
  return { found, sessions }
}

type Running = {
  url: string
  ask: (method: string, path: string, session: WireSession, body?: object) => Promise<Answer>
}

/** Gives an account an authenticator app, recovery codes and a passkey. Returns its session, which has shown them. */
async function guard(session: WireSession, { url, ask }: Running): Promise<WireSession> {
  const { id, totp } = await ask('POST', '/auth/v1/factors', session, { factor_type: 'totp' })
  const { id: challenge_id } = await ask('POST', `/auth/v1/factors/${id}/challenge`, session, {})
  const code = new TOTP({ secret: totp.secret }).generate()
  const raised = await ask('POST', `/auth/v1/factors/${id}/verify`, session, { challenge_id, code })
  await ask('POST', '/auth/v1/factors/recovery-codes', raised, {})
  const question = await ask('POST', '/auth/v1/passkeys/registration/options', raised, {})
  const credential = createAuthenticator({ origin: url }).create(question.options)
  const answer = { challenge_id: question.challenge_id, credential }
  await ask('POST', '/auth/v1/passkeys/registration/verify', raised, answer)
  return raised
}
