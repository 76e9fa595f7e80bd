import { describe, expect, it } from 'vitest'
import { phone, visitor } from '../helpers/visitors.ts'
import { folioOf, loseNextAnswer, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const opened = async () =>
  openAddDialog(await visitor(stage.browser, stage.app, { as: stage.person, viewport: phone }))

const folio = () => folioOf(stage.app, stage.person)

const failedText = 'Failed to create product. Please try again.'

describe('add-item dialog, lost answers (docs/product/add-item.md#publishing)', () => {
  it('makes one product when the request is repeated, also after a reload', async () => {
    const { page, reachConfirmation, button, post, heading, toast } = await opened()
    await reachConfirmation(sell(stage.amazon).url)
    await loseNextAnswer(page)
    await post()
    await toast(failedText).waitFor()
    expect(await folio()).toHaveLength(1)
    await loseNextAnswer(page)
    await post()
    await toast(failedText).last().waitFor()
    await page.goto('/feed?add=true')
    await button('Continue').click()
    await post()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(1)
  })
})
