import type { WireSession } from '../../src/identity/contract.ts'
import type { DemoAccounts } from '../harness/demo.ts'
import { signInAt, signUpAt } from '../harness/people.ts'
import type { Found, Viewer } from './scenes.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of calls whose contracts are tested elsewhere.
type Answer = any

/** Sessions of the viewers, and addresses of the screens, from the API of the running demo. */
export async function findAll(url: string, accounts: DemoAccounts) {
  const { password } = accounts
  const creator = await signInAt(url, accounts.creator, password)
  const admin = await signInAt(url, accounts.admin, password)
  const newcomer = await signUpAt(url)
  const get = async (path: string, session?: WireSession): Promise<Answer> => {
    const headers: Record<string, string> = session ? { authorization: `Bearer ${session.access_token}` } : {}
    const response = await fetch(url + path, { headers })
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`)
    return response.json()
  }
  const feed = (await get('/api/v1/feed')).items
  const own = (await get('/api/v1/me/products', creator)).items
  const orders = (await get('/api/v1/admin/orders', admin)).items
  const review = (await get('/api/v1/admin/orders?state=under_review', admin)).items
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
  }
  const sessions: Record<Viewer, WireSession | null> = { visitor: null, newcomer, creator, admin }
  return { found, sessions }
}
