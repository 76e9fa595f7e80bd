import { beforeAll, describe, expect, it } from 'vitest'
import { readHead } from '../../harness/markup.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let theo: Person
let kettle: string

beforeAll(async () => {
  theo = await signUp(stage.app, { first: 'Theo', last: 'Lindqvist' })
  kettle = `/l/${(await post(stage.app, theo, { title: 'Gooseneck kettle' })).shortLinkId}`
})

describe('the meta elements of a page', () => {
  it('are complete and unique while the page is shown, and gone with it', async () => {
    const page = await open(await visitor(stage.browser, stage.app), kettle)
    const said = async () => readHead(`${await page.evaluate(() => document.head.outerHTML)}</head>`)
    const served = readHead((await stage.app.request('GET', kettle)).body)
    await page.getByRole('link', { name: 'Shop on Amazon (paid link)' }).waitFor()
    const shown = await said()
    expect([shown.meta, shown.structured]).toEqual([served.meta, served.structured])
    const repeated = await page.evaluate(() => {
      const names = [...document.head.querySelectorAll('meta:not([media])')].map(
        (tag) => tag.getAttribute('property') ?? tag.getAttribute('name'),
      )
      return names.filter((name, index) => name && names.indexOf(name) !== index)
    })
    expect(repeated).toEqual([])

    await page
      .getByRole('link', { name: `@${theo.username}` })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Theo Lindqvist' }).waitFor()
    await expect.poll(async () => (await said()).meta['og:title']).toBeUndefined()
    const next = await said()
    expect(Object.keys(next.meta).filter((name) => /^(og|twitter|product|profile):/.test(name))).toEqual([])
    expect(next.structured).toBeNull()
    expect(next.links.filter(({ type }) => type?.endsWith('oembed'))).toEqual([])
    expect(next.title).toBe(`Theo Lindqvist (@${theo.username}) · Folio`)
    expect(next.links.find(({ rel }) => rel === 'canonical')?.href).toBe(`${stage.app.url}/${theo.username}`)
  })
})
