import { randomUUID } from 'node:crypto'
import { peoplesAgents } from '../../clicks/testing/agents.ts'
import { send } from '../../clicks/testing/send.ts'

export const agents = Object.values(peoplesAgents)

type Product = { id: string }
type From = { address: string; agent?: string; token?: string }

/** IPv4 addresses, each of its own network. */
export const networks = (count: number, first = 1) =>
  Array.from({ length: count }, (_, n) => `10.${first}.${n}.7`)

/** Visits of products at an app behind a proxy. */
export function visitorsOf(app: { url: string }) {
  async function record({ id }: Product, { address, agent = agents[0], token }: From, body: object) {
    const headers = { 'user-agent': agent, ...(token && { authorization: `Bearer ${token}` }) }
    const url = `${app.url}/api/v1/products/${id}/clicks`
    const answer = await send(url, { method: 'POST', headers, address, body: { referrer: null, ...body } })
    if (answer.status !== 201) throw new Error(`A click was answered ${answer.status}: ${answer.text}`)
  }
  /** Opens the page, and presses its button unless set otherwise. */
  async function visit(product: Product, from: From, { presses = true } = {}) {
    const seen = randomUUID()
    await record(product, from, { kind: 'view', event_id: seen })
    if (presses) await record(product, from, { kind: 'outbound', view_event_id: seen })
  }
  return {
    record,
    visit,
    visits: async (product: Product, addresses: string[], options = {}) => {
      for (const address of addresses) await visit(product, { address }, options)
    },
  }
}
