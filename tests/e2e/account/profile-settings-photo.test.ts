import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { button, field, hasFocus, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

async function settings(viewport = phone) {
  const person = await signUp(stage.app)
  const context = await visitor(stage.browser, stage.app, { as: person, viewport })
  return { person, page: await openSettings(context) }
}

/** Red on the left, blue on the right. */
const twoColours = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#f00' } },
      left: 0,
      top: 0,
    },
  ])

const png = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await twoColours().png().toBuffer(),
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop Image' })
const square = (page: Page) => dialog(page).getByRole('group')
const picture = (page: Page) => page.locator('main img').first()
const uploads = '**/storage/v1/object/avatars/**'

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Change photo').click()
  await (await chooser).setFiles(file)
}

async function applyCrop(page: Page) {
  await choose(page, await png())
  await dialog(page).waitFor()
  await button(page, 'Apply Crop').click()
}

/** The stored picture by its public address: its size, and whether a place of it is red or blue. */
async function stored(token: string) {
  const { body } = await stage.app.request('GET', '/api/v1/me', { token })
  const response = await fetch(new URL(body.avatar_url, stage.app.url))
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
  const colourAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pixels.subarray((y * 400 + x) * 3)
    return red > blue ? 'red' : 'blue'
  }
  return { width, height, colourAt }
}

describe('spec section 2: the crop dialog', () => {
  it('starts in the middle, and uploads a square of 400 by 400 pixels', async () => {
    const { person, page } = await settings()
    await applyCrop(page)
    await toastOf(page, 'Avatar updated!').waitFor()
    const { width, height, colourAt } = await stored(person.token)
    expect([width, height]).toEqual([400, 400])
    expect([colourAt(100, 200), colourAt(300, 200)]).toEqual(['red', 'blue'])
    expect(await picture(page).getAttribute('src')).toContain(
      `/storage/v1/object/public/avatars/${person.id}-`,
    )
    expect(await hasFocus(page, 'Change photo')).toBe(true)
  })

  it('is moved with the arrow keys', async () => {
    const { person, page } = await settings()
    await choose(page, await png())
    await square(page).focus()
    await page.keyboard.press('Control+ArrowRight')
    await button(page, 'Apply Crop').press('Enter')
    await toastOf(page, 'Avatar updated!').waitFor()
    expect((await stored(person.token)).colourAt(100, 200)).toBe('blue')
  })

  it('is moved with the mouse', async () => {
    const { person, page } = await settings({ width: 1280, height: 800 })
    await choose(page, await png())
    const box = await square(page).boundingBox()
    if (!box) throw new Error('there is no square')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 200, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await button(page, 'Apply Crop').click()
    await toastOf(page, 'Avatar updated!').waitFor()
    expect((await stored(person.token)).colourAt(300, 200)).toBe('red')
  })

  it('shows and cuts a camera’s picture upright', async () => {
    const { person, page } = await settings()
    // Its right side, blue, is its bottom when it is turned as its maker says.
    const turned = twoColours(3_000, 2_000).jpeg().withMetadata({ orientation: 6 })
    await choose(page, { name: 'camera.jpg', mimeType: 'image/jpeg', buffer: await turned.toBuffer() })
    await dialog(page).waitFor()
    const shown = await dialog(page).getByRole('img', { name: 'The chosen picture' }).boundingBox()
    expect(Math.round(((shown?.height ?? 0) / (shown?.width ?? 1)) * 10)).toBe(15)
    await button(page, 'Apply Crop').click()
    await toastOf(page, 'Avatar updated!').waitFor()
    const { colourAt } = await stored(person.token)
    expect([colourAt(200, 100), colourAt(200, 300)]).toEqual(['red', 'blue'])
  })

  it('uploads nothing when it is cancelled, and gives the focus back', async () => {
    const { page } = await settings()
    let asked = 0
    await page.route(uploads, (route) => {
      asked++
      return route.continue()
    })
    await choose(page, await png())
    await dialog(page).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await hasFocus(page, 'Change photo')).toBe(true)
    expect(asked).toBe(0)
  })
})

describe('spec section 5: files that are not taken', () => {
  it.each([
    ['notes.pdf', 'application/pdf', Buffer.from('%PDF'), 'Invalid file type', 'Please select an image file'],
    [
      'large.png',
      'image/png',
      Buffer.alloc(5 * 1024 * 1024),
      'File too large',
      'Please select an image smaller than 5MB',
    ],
    [
      'broken.jpg',
      'image/jpeg',
      Buffer.from('ffd8ffe000104a464946', 'hex'),
      'Upload failed',
      'This picture could not be read. Please choose another one, such as a JPEG or PNG.',
    ],
  ])('%s', async (name, mimeType, buffer, title, description) => {
    const { page } = await settings()
    await choose(page, { name, mimeType, buffer })
    const toast = toastOf(page, title)
    await toast.waitFor()
    expect(await toast.textContent()).toContain(description)
    expect(await dialog(page).count()).toBe(0)
    expect(await button(page, 'Change photo').isEnabled()).toBe(true)
  })
})

describe('spec section 4: uploading', () => {
  it('is tried three times, and succeeds with the third', async () => {
    const { person, page } = await settings()
    let tries = 0
    await page.route(uploads, (route) => (++tries < 3 ? route.abort() : route.continue()))
    await applyCrop(page)
    await toastOf(page, 'Avatar updated!').waitFor()
    expect(tries).toBe(3)
    expect((await stored(person.token)).width).toBe(400)
  })

  it('gives up after the third time, and leaves the picture there was', async () => {
    const { person, page } = await settings()
    await applyCrop(page)
    await toastOf(page, 'Avatar updated!').waitFor()
    const before = await picture(page).getAttribute('src')
    let tries = 0
    await page.route(uploads, (route) => {
      tries++
      return route.fulfill({
        status: 503,
        json: { statusCode: '503', error: 'unavailable', message: 'Busy' },
      })
    })
    await applyCrop(page)
    const toast = toastOf(page, 'Upload failed')
    await toast.waitFor()
    expect(await toast.textContent()).toContain('Failed to upload avatar. Please try again.')
    expect(tries).toBe(3)
    expect(await picture(page).getAttribute('src')).toBe(before)
    expect((await stage.app.request('GET', '/api/v1/me', { token: person.token })).body.avatar_url).toBe(
      before,
    )
  })

  it('does not repeat what the server refused, and says it in its words', async () => {
    const { page } = await settings()
    let tries = 0
    const message = 'Too many requests. Please try again shortly.'
    await page.route(uploads, (route) => {
      tries++
      return route.fulfill({ status: 429, json: { statusCode: '429', error: 'rate_limited', message } })
    })
    await applyCrop(page)
    const toast = toastOf(page, 'Upload failed')
    await toast.waitFor()
    expect(await toast.textContent()).toContain(message)
    expect(tries).toBe(1)
  })

  it('shows the picture meanwhile, and has saving wait', async () => {
    const { person, page } = await settings()
    const { opened, open } = gate()
    await page.route(uploads, async (route) => {
      await opened
      await route.continue()
    })
    await field(page, 'First name').fill('Ana')
    await applyCrop(page)
    await page.getByText('Uploading picture').waitFor()
    expect(await picture(page).getAttribute('src')).toMatch(/^blob:/)
    expect(await button(page, 'Save Changes').isDisabled()).toBe(true)
    await field(page, 'First name').press('Enter')
    const toast = toastOf(page, 'Please wait')
    await toast.waitFor()
    expect(await toast.textContent()).toContain('Image upload in progress. Please wait before saving.')
    open()
    await toastOf(page, 'Avatar updated!').waitFor()
    expect(await field(page, 'First name').inputValue()).toBe('Ana')
    await button(page, 'Save Changes').click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    const { body } = await stage.app.request('GET', '/api/v1/me', { token: person.token })
    expect(body).toMatchObject({ first_name: 'Ana', avatar_url: expect.stringContaining(person.id) })
  })
})

describe('a picture that is there', () => {
  it('can be removed', async () => {
    const { person, page } = await settings()
    await applyCrop(page)
    await toastOf(page, 'Avatar updated!').waitFor()
    await button(page, 'Remove photo').click()
    await toastOf(page, 'Avatar removed').waitFor()
    expect(await hasFocus(page, 'Change photo')).toBe(true)
    const { body } = await stage.app.request('GET', '/api/v1/me', { token: person.token })
    expect(body.avatar_url).toBeNull()
  })

  it('stays when it cannot be removed', async () => {
    const { page } = await settings()
    await applyCrop(page)
    await toastOf(page, 'Avatar updated!').waitFor()
    await page.route('**/api/v1/me', (route) => route.abort())
    await button(page, 'Remove photo').click()
    await toastOf(page, 'Failed to remove avatar. Please try again.').waitFor()
    expect(await picture(page).getAttribute('src')).toContain('/storage/v1/')
  })
})
