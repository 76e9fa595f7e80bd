import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'

export type Posted = { id: string; short_link_id: string; asin: string; title: string }

/** An app with an admin, and what moderation is about. */
export async function startModerationStage(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options)
  const ada = await signUpAdmin(app)
  return {
    app,
    ada,
    close: () => app.close(),
    /** A new product of a person's. */
    post: (owner: Person, title: string, more: object = {}) => postAs(app, owner, title, more),
    /** An act of an admin's, as in `products/ID/hide`. */
    act: (path: string, reason = 'It is spam.', by: Person = ada, more: object = {}) =>
      app.request('POST', `/api/v1/admin/${path}`, { token: by.token, body: { reason, ...more } }),
    report: (body: object, token?: string, headers: Record<string, string> = {}) =>
      app.request('POST', '/api/v1/reports', { body, token, headers }),
    /** The cases that admins see. */
    cases: async (query = '') =>
      (await app.request('GET', `/api/v1/admin/reports${query}`, { token: ada.token })).body,
    person: (first = 'Maya') => signUp(app, { first, last: 'Okafor' }),
    run: async (statement: string, values: unknown[] = []) =>
      (await app.database.pool.query(statement, values)).rows,
  }
}

export type ModerationStage = Awaited<ReturnType<typeof startModerationStage>>

let posted = 0

async function postAs(app: TestApp, owner: Person, title: string, more: object): Promise<Posted> {
  posted += 1
  const { status, body } = await app.request('POST', '/api/v1/products', {
    token: owner.token,
    body: {
      amazon_url: `https://www.amazon.com/dp/B0MODER${String(posted).padStart(3, '0')}`,
      title,
      category_id: null,
      ...more,
    },
  })
  if (status !== 201) throw new Error(`posting answered ${status}: ${JSON.stringify(body)}`)
  return body
}
