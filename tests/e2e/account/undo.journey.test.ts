import { describe, expect, it } from 'vitest'
import { proveAddress, signUp } from '../../harness/people.ts'
import { button, field, fill, signIn } from '../helpers/forms.ts'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { open, visitor } from '../helpers/visitors.ts'
import { setRecoveryStage } from './recovery-stage.ts'

const stage = setRecoveryStage()
const phone = { width: 390, height: 844 }

describe('taking back where one is paid (docs/product/undo.md#the-page)', () => {
  it('is done from the mail, signed out and on another device; then one signs in again', async () => {
    const maya = await signUp(stage.app)
    await proveAddress(stage.app, maya)
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/earnings/details')
    await page.getByText('PayPal', { exact: true }).click()
    await page.locator('[name=account]').fill('thief@pay.example')
    await fill(page, { 'Legal name': 'Not Maya', 'Your password': maya.password })
    await field(page, 'Country').selectOption('DE')
    await button(page, 'Save').click()
    await page.getByText('t•••@pay.example').waitFor()

    const { text = '' } = await stage.smtp.mailTo(maya.email)
    const link = /\/auth\/undo#\S+/.exec(text)?.[0] ?? ''
    const elsewhere = await (await visitor(stage.browser, stage.app, { viewport: phone })).newPage()
    const asked: string[] = []
    elsewhere.on('request', (request) => {
      asked.push(JSON.stringify([request.url(), request.headers()]))
    })
    await elsewhere.goto(`${stage.app.url}${link}`)
    await elsewhere.getByText('Payout details were entered').waitFor()
    expect(await flawsInEveryLook(elsewhere, phone)).toEqual({})
    await button(elsewhere, 'Take back').click()
    await elsewhere.getByText('The changes are taken back.').waitFor()
    expect(asked.join()).not.toContain(link.split('#')[1])

    await page.reload()
    await page.waitForURL('**/login**')
    await signIn(page, maya)
    await page.getByText('How do you want to be paid?').waitFor()
    expect(await page.getByText('t•••@pay.example').count()).toBe(0)
  })
})
