import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp } from '../../harness/app.ts'
import type { Person } from '../../harness/people.ts'

/** One of the three steps, by its heading. */
export const step = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`: ${name}$`) })

/** The figures of a part of the page, by their names. */
export async function figuresOf(part: ReturnType<typeof step>): Promise<Record<string, string>> {
  const pairs = await part.locator('dl > div, [aria-label="Outcome of its rows"] > li').evaluateAll((rows) =>
    rows.map((row) => {
      const [label, value] = row.querySelector('dt')
        ? [row.querySelector('dt'), row.querySelector('dd')]
        : [...(row.firstElementChild?.children ?? [])]
      return [label?.textContent ?? '', value?.textContent ?? '']
    }),
  )
  return Object.fromEntries(pairs)
}

/** Imports a report over HTTP, and waits until it has taken effect. */
export async function importReport(app: TestApp, { token }: Person, text: string): Promise<string> {
  const headers = { 'content-type': 'text/csv' }
  const sent = await app.request('POST', '/api/v1/admin/imports?apply=true', { token, body: text, headers })
  if (sent.status !== 201) throw new Error(`the import answered ${sent.status}: ${JSON.stringify(sent.body)}`)
  await expect
    .poll(async () => {
      const { body } = await app.request('GET', `/api/v1/admin/imports/${sent.body.id}`, { token })
      return [body.state, body.run.kind, body.run.state].join(' ')
    })
    .toBe('merged merge done')
  return sent.body.id
}
