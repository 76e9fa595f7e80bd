import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { button, field, fill, hasFocus, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { flawsOf, shiftOf, watchShifts } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { desktop, phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

const me = async (token: string) => (await stage.app.request('GET', '/api/v1/me', { token })).body

describe('/profile (docs/product/profile.md#fields)', () => {
  it('lets two tabs save different fields, and asks before a tab with unsaved text closes', async () => {
    const person = await signUp(stage.app)
    const context = await visitor(stage.browser, stage.app, { as: person })
    const [page, other] = [await openSettings(context), await openSettings(context)]
    await field(page, 'First name').fill('Ana')
    await button(page, 'Save Changes').click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    await page.getByRole('link', { name: /^Ana Okafor/ }).waitFor()
    await field(other, 'Bio').fill('From the other tab')
    await button(other, 'Save Changes').click()
    await toastOf(other, 'Profile updated successfully').waitFor()
    expect(await me(person.token)).toMatchObject({
      first_name: 'Ana',
      last_name: 'Okafor',
      bio: 'From the other tab',
    })
    expect(await field(other, 'First name').inputValue()).toBe('Ana')

    await field(other, 'Bio').pressSequentially('Unsaved')
    const question = other.waitForEvent('dialog')
    await other.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).accept()
  })
})

describe('the person’s picture and name, and the page around them (docs/product/profile.md#photo)', () => {
  it('moves nothing while it loads, and is cropped to 400 by 400 pixels, stored, shown and removed; a former username’s address redirects', async () => {
    const [person, other] = [await signUp(stage.app), await signUp(stage.app)]
    const context = await visitor(stage.browser, stage.app, { as: person, viewport: phone })
    const page = await context.newPage()
    await watchShifts(page)
    const { opened, open: release } = gate()
    await page.route('**/api/v1/me', async (route) => {
      await opened
      await route.continue()
    })
    await page.goto('/profile')
    await page.locator('.skeleton').first().waitFor()
    release()
    await field(page, 'Username').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.01)

    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Change photo').click()
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoColours() })
    await page.getByRole('dialog', { name: 'Crop Image' }).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'Apply Crop').click()
    await toastOf(page, 'Avatar updated!').waitFor()
    const { avatar_url: address } = await me(person.token)
    expect(address).toContain(`/storage/v1/object/public/avatars/${person.id}-`)
    expect(await page.locator('main img').first().getAttribute('src')).toBe(address)
    expect(await hasFocus(page, 'Change photo')).toBe(true)

    const { width, height, colourAt } = await storedAt(address)
    expect([width, height]).toEqual([400, 400])
    expect([colourAt(100, 200), colourAt(300, 200)]).toEqual(['red', 'blue'])

    await button(page, 'Remove photo').click()
    await toastOf(page, 'Avatar removed').waitFor()
    expect((await me(person.token)).avatar_url).toBeNull()

    // After a change of username the former address redirects, and every link leads to the new one.
    await page.setViewportSize(desktop)
    for (const taken of [other.username, 'feed']) {
      await field(page, 'Username').fill(taken)
      await page.getByText('Checking availability...').waitFor()
      await page.getByText('Username is already taken.').waitFor()
    }
    const name = `new-${person.username}`.slice(0, 20)
    await fill(page, { Username: name, Bio: 'Known by another name' })
    await page.getByText('Username is available.').waitFor()
    await button(page, 'Save Changes').click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    await page.getByRole('link', { name: `Maya Okafor @${name}` }).waitFor()
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await page.waitForURL(`**/${name}`)
    await page.getByText('Known by another name').waitFor()
    await page.goto(`/${person.username}`)
    expect(new URL(page.url()).pathname).toBe(`/${name}`)
  })
})

/** A picture that is red on its left and blue on its right. */
const twoColours = () => {
  const colour = (background: string, width: number) => ({
    width,
    height: 600,
    channels: 3 as const,
    background,
  })
  return sharp({ create: colour('#00f', 900) })
    .composite([{ input: { create: colour('#f00', 450) }, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** The stored picture by its public address: its size, and whether it is red or blue at a position. */
async function storedAt(address: string) {
  const response = await fetch(new URL(address, stage.app.url))
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
  const colourAt = (x: number, y: number) => {
    const [red = 0, , blue = 0] = pixels.subarray((y * 400 + x) * 3)
    return red > blue ? 'red' : 'blue'
  }
  return { width, height, colourAt }
}
