import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offline } from '../../testing/fake-api.ts'
import { fakeStorage, storageError } from '../../testing/fake-storage.ts'
import { chooseFile } from '../../testing/files.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { person } from '../../testing/session.ts'
import { asPhotographed, colourOf, twoColours } from '../testing/pictures.ts'
import { openSettings } from '../testing/settings.tsx'

const patch = 'PATCH /api/v1/me'
/** Stands in for the stored picture: the upload here reaches no server. */
const stored = '/art/mug.svg'
const old = '/art/lamp.svg'

let uploads: ReturnType<typeof fakeStorage>
let answerUpload: Parameters<typeof fakeStorage>[0]

beforeEach(() => {
  answerUpload = undefined
  uploads = fakeStorage((call) => answerUpload?.(call))
})

const openWith = (avatar: string | null = null) =>
  openSettings(
    { avatar_url: avatar },
    {
      [patch]: ({ body }) => ({
        ...me,
        first_name: body.first_name ?? 'Maya',
        avatar_url: body.avatar_url ? stored : avatar,
      }),
    },
  )

const dialog = () => page.getByRole('dialog', { name: 'Crop Image' })
const square = () => dialog().getByRole('group')
const shown = () => document.querySelector('main img')?.getAttribute('src')
const isUpdated = () => expect.element(toastOf('Avatar updated!')).toBeVisible()

function choose(file: File) {
  button('Change photo').element().focus()
  chooseFile(file)
}

async function applyCrop() {
  choose(await twoColours())
  await button('Apply Crop').click()
}

/** The colour at a point of the uploaded picture, a square of 400 by 400 pixels. */
async function uploadedColour(x: number, y: number) {
  const form = uploads[0]?.body
  if (!(form instanceof FormData)) throw new Error('nothing was uploaded')
  const picture = [...form.values()].find((value) => value instanceof Blob)
  if (!picture) throw new Error('no picture was uploaded')
  return colourOf(picture, x, y)
}

describe('the crop dialog (docs/product/pictures.md#crop-image)', () => {
  it('starts in the middle, and uploads a square of 400 by 400 pixels', async () => {
    const { sent } = await openWith()
    await applyCrop()
    await isUpdated()
    expect(await uploadedColour(100, 200)).toEqual({ width: 400, height: 400, colour: 'red' })
    expect(await uploadedColour(300, 200)).toMatchObject({ colour: 'blue' })
    const [change] = sent(patch)
    expect(change?.input.body.avatar_url).toContain(`/storage/v1/object/public/avatars/${person.id}-`)
    expect(shown()).toBe(stored)
    await expect.element(button('Change photo')).toHaveFocus()
  })

  it('is moved with the arrow keys', async () => {
    await openWith()
    choose(await twoColours())
    await expect.element(square()).toBeVisible()
    square().element().focus()
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
    button('Apply Crop').element().focus()
    await userEvent.keyboard('{Enter}')
    await isUpdated()
    expect(await uploadedColour(100, 200)).toMatchObject({ colour: 'blue' })
  })

  it('is moved with the mouse', async () => {
    await page.viewport(1280, 800)
    await openWith()
    choose(await twoColours())
    const picture = dialog().getByRole('img', { name: 'The chosen picture' })
    await userEvent.dragAndDrop(square(), picture, { targetPosition: { x: 2, y: 100 }, force: true })
    await button('Apply Crop').click()
    await isUpdated()
    expect(await uploadedColour(300, 200)).toMatchObject({ colour: 'red' })
  })

  it('is resized at its corners', async () => {
    await openWith()
    choose(await twoColours())
    const corner = dialog().getByRole('button', { name: 'Top left corner' })
    await expect.element(corner).toBeVisible()
    corner.element().focus()
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
    await button('Apply Crop').click()
    await isUpdated()
    expect(await uploadedColour(10, 200)).toEqual({ width: 400, height: 400, colour: 'blue' })
  })

  it('is zoomed with the wheel where the pointer is, with a slider and with keys', async () => {
    await openWith()
    choose(await twoColours())
    const zoom = dialog().getByRole('slider', { name: 'Zoom' })
    const says = (times: string) => expect.element(zoom).toHaveAttribute('aria-valuetext', times)
    await says('1.0 times')
    square().element().focus()
    await userEvent.keyboard('+')
    await says('1.1 times')
    await zoom.fill('2.5')
    await says('2.5 times')
    const { left, top } = square().element().parentElement?.getBoundingClientRect() ?? new DOMRect()
    const turn = { deltaY: -9_000, clientX: left, clientY: top, bubbles: true, cancelable: true }
    await zoom.fill('1')
    expect(square().element().dispatchEvent(new WheelEvent('wheel', turn))).toBe(false)
    await says('4.0 times')
    await button('Apply Crop').click()
    await isUpdated()
    expect(await uploadedColour(390, 200)).toMatchObject({ colour: 'red' })
  })

  it('shows and cuts a camera’s picture upright', async () => {
    await openWith()
    // The picture is turned: its right side, blue, becomes its bottom.
    choose(asPhotographed(await twoColours({ width: 3_000, height: 2_000, type: 'image/jpeg' })))
    const picture = dialog().getByRole('img', { name: 'The chosen picture' })
    await expect.element(picture).toBeVisible()
    const { width, height } = picture.element().getBoundingClientRect()
    expect(Math.round((height / width) * 10)).toBe(15)
    await button('Apply Crop').click()
    await isUpdated()
    expect(await uploadedColour(200, 100)).toMatchObject({ colour: 'red' })
    expect(await uploadedColour(200, 300)).toMatchObject({ colour: 'blue' })
  })

  it('uploads nothing when it is cancelled, and gives the focus back', async () => {
    await openWith()
    choose(await twoColours())
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button('Change photo')).toHaveFocus()
    expect(uploads).toEqual([])
  })
})

describe('refused files (docs/product/profile.md#photo)', () => {
  it.each([
    ['notes.pdf', 'application/pdf', new Uint8Array(4), 'Invalid file type', 'Please select an image file'],
    [
      'large.png',
      'image/png',
      new Uint8Array(5 * 1024 * 1024),
      'File too large',
      'Please select an image smaller than 5MB',
    ],
    [
      'broken.jpg',
      'image/jpeg',
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]),
      'Upload failed',
      'This picture could not be read. Please choose another one, such as a JPEG or PNG.',
    ],
  ])('%s', async (name, type, bytes, title, description) => {
    await openWith()
    choose(new File([bytes], name, { type }))
    await expect.element(toastOf(title)).toMatchTextContent(description)
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button('Change photo')).not.toHaveAttribute('aria-disabled')
  })
})

describe('uploading (docs/product/pictures.md#uploading)', () => {
  /** Skips the pauses between attempts. */
  async function untilTried(times: number) {
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        return uploads.length
      })
      .toBe(times)
  }

  const skipPauses = () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  it('is tried three times, and succeeds at the third', async () => {
    await openWith()
    answerUpload = () => {
      if (uploads.length < 3) throw new TypeError('Failed to fetch')
      return undefined
    }
    choose(await twoColours())
    await expect.element(dialog()).toBeVisible()
    skipPauses()
    await button('Apply Crop').click()
    await untilTried(3)
    await isUpdated()
    expect(uploads).toHaveLength(3)
    expect(await uploadedColour(0, 0)).toMatchObject({ width: 400 })
  })

  it('gives up after the third attempt, and keeps the old picture', async () => {
    const { sent } = await openWith(old)
    answerUpload = () => storageError(503, 'Busy')
    choose(await twoColours())
    await expect.element(dialog()).toBeVisible()
    skipPauses()
    await button('Apply Crop').click()
    await untilTried(3)
    await expect
      .element(toastOf('Upload failed'))
      .toMatchTextContent('Failed to upload avatar. Please try again.')
    expect(uploads).toHaveLength(3)
    expect(shown()).toBe(old)
    expect(sent(patch)).toEqual([])
  })

  it('is not tried again when the server refuses it, and shows the server’s message', async () => {
    await openWith()
    const message = 'Too many requests. Please try again shortly.'
    answerUpload = () => storageError(429, message)
    await applyCrop()
    await expect.element(toastOf('Upload failed')).toMatchTextContent(message)
    expect(uploads).toHaveLength(1)
  })

  it('shows the new picture meanwhile, and saving waits for it', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    answerUpload = () => opened.then(() => undefined)
    const { sent } = await openWith()
    await field('First name').fill('Ana')
    await applyCrop()
    await expect.element(page.getByText('Uploading picture')).toBeInTheDocument()
    expect(shown()).toMatch(/^blob:/)
    await expect.element(button('Save Changes')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Change photo')).toHaveFocus()
    field('First name').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(toastOf('Please wait'))
      .toMatchTextContent('Image upload in progress. Please wait before saving.')
    open()
    await isUpdated()
    await expect.element(field('First name')).toHaveValue('Ana')
    await button('Save Changes').click()
    await expect.element(toastOf('Profile updated successfully')).toBeVisible()
    expect(sent(patch).map(({ input }) => input.body)).toEqual([
      { avatar_url: expect.stringContaining(person.id) },
      { first_name: 'Ana' },
    ])
  })
})

describe('the present picture', () => {
  it('can be removed', async () => {
    const { sent } = await openSettings({ avatar_url: old })
    await button('Remove photo').click()
    await expect.element(toastOf('Avatar removed')).toBeVisible()
    await expect.element(button('Change photo')).toHaveFocus()
    expect(sent(patch).map(({ input }) => input.body)).toEqual([{ avatar_url: null }])
    await expect.element(button('Remove photo')).not.toBeInTheDocument()
  })

  it('stays when it cannot be removed', async () => {
    const { answer } = await openWith(old)
    answer({
      [patch]: () => {
        throw offline()
      },
    })
    await button('Remove photo').click()
    await expect.element(toastOf('Failed to remove avatar. Please try again.')).toBeVisible()
    expect(shown()).toBe(old)
  })
})
