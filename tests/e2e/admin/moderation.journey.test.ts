import { describe, expect, it } from 'vitest'
import { signUp, signUpAdmin } from '../../harness/people.ts'
import { signIn } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()

describe('moderation (decision 51)', () => {
  it('a visitor reports an item, an admin hides it, and it is gone for all but its owner, who is shown why', async () => {
    const { app, browser } = stage
    const maya = await signUp(app, { first: 'Maya' })
    const ada = await signUpAdmin(app)
    const { body: kettle } = await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'Golden kettle', category_id: null },
    })
    const path = `/l/${kettle.short_link_id}`

    const visit = await open(await visitor(browser, app, { viewport: phone }), path)
    await visit.getByRole('button', { name: 'Report', exact: true }).click()
    await visit.getByRole('radio', { name: 'It is not what it says' }).check()
    await visit.getByRole('textbox', { name: 'Tell us more' }).fill('It is brass.')
    await visit.getByRole('button', { name: 'Send report' }).click()
    await visit.getByText('Thank you').waitFor()

    const admin = await open(await visitor(browser, app, { as: ada }), '/admin/reports')
    await admin.getByText('1 open report: Not what it says').waitFor()
    await admin.getByText('It is brass.').waitFor()
    await admin.getByRole('button', { name: 'Hide item' }).click()
    await admin.getByRole('textbox', { name: 'Reason' }).fill('It is not gold.')
    await admin.getByRole('button', { name: 'Hide', exact: true }).click()
    await admin.getByText('Nothing to decide').waitFor()
    await expect.poll(async () => (await app.request('GET', path)).status).toBe(404)
    await visit.reload()
    await visit.getByRole('heading', { name: 'Product Preview Not Available' }).waitFor()

    const owner = await open(await visitor(browser, app, { as: maya, viewport: phone }), path)
    await owner.getByText('Hidden by Folio: only you see this').waitFor()
    await owner.getByText('It is not gold.').waitFor()
    await owner.getByRole('heading', { level: 1, name: 'Golden kettle' }).waitFor()
    await owner.goto('/inbox')
    await owner.getByText('Hidden by Folio: It is not gold.').waitFor()

    await admin.getByRole('button', { name: 'All', exact: true }).click()
    await admin.getByRole('button', { name: 'Suspend account' }).click()
    await admin.getByRole('textbox', { name: 'Reason' }).fill('Fake offers.')
    await admin.getByRole('button', { name: 'Suspend', exact: true }).click()
    await admin.getByText('Suspended', { exact: true }).first().waitFor()
    const back = await open(await visitor(browser, app), '/login')
    await signIn(back, maya)
    await back.getByText('This account is suspended. Reason: Fake offers.').waitFor()
  })
})
