import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../api/client.ts'
import { refused } from '../testing/fake-api.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { idOf } from '../testing/samples.ts'
import { renderScreen } from '../testing/screen.tsx'
import { toast } from '../testing/toasts.ts'
import { ReportButton } from './report-button.tsx'

const product = idOf(2, 1)

async function opened(thing: Parameters<typeof ReportButton>[0]['thing'] = { product_id: product }) {
  const sent: unknown[] = []
  const screen = await renderScreen(<ReportButton thing={thing} />, {
    session: null,
    api: { 'POST /api/v1/reports': ({ body }) => void sent.push(body) },
  })
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { ...screen, sent }
}

const send = () => page.getByRole('button', { name: 'Send report' }).click()

it('asks for a reason, says what is missing beside it, sends it and says thanks', async () => {
  const { sent } = await opened()
  expect(await flawsInEveryLook()).toEqual({})
  await send()
  await expect.element(page.getByText('Please choose a reason.')).toBeVisible()
  await page.getByRole('radio', { name: 'Something else' }).click()
  await send()
  await expect.element(page.getByText('Please say what is wrong.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'What is it?' })).toHaveFocus()
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: 'What is it?' }).fill('It is my photograph')
  await page.getByRole('button', { name: 'Send report' }).dblClick()
  await expect.element(toast('Thank you')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toEqual([{ product_id: product, reason: 'other', text: 'It is my photograph' }])
})

it('keeps what was chosen and typed when it could not be sent, and says why', async () => {
  const { answer, sent } = await opened({ profile_id: idOf(3, 1) })
  await expect.element(page.getByRole('heading', { name: 'Report this profile' })).toBeVisible()
  answer({
    'POST /api/v1/reports': () => Promise.reject(new ApiError(429, 'rate_limited', 'Too many requests.')),
  })
  await page.getByRole('radio', { name: 'It is spam' }).click()
  await page.getByRole('textbox').fill('The same every day')
  await send()
  await expect.element(toast('Not sent')).toBeVisible()
  await expect.element(page.getByText('Too many requests.')).toBeVisible()
  await expect.element(page.getByRole('textbox')).toHaveValue('The same every day')
  answer({ 'POST /api/v1/reports': ({ body }) => void sent.push(body) })
  await send()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toEqual([{ profile_id: idOf(3, 1), reason: 'spam', text: 'The same every day' }])
})

it('says when the reported thing no longer exists', async () => {
  const { answer } = await opened()
  answer({ 'POST /api/v1/reports': () => Promise.reject(refused('not_found')) })
  await page.getByRole('radio', { name: 'It is offensive' }).click()
  await send()
  await expect.element(toast('Not sent')).toBeVisible()
})
