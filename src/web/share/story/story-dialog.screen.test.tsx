import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { itemWith } from '../../item/testing/item.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { StoryDialog } from './story-dialog.tsx'

/** Answers the picture's address, until the test is over; returns which were asked for. */
function fakePictures(answer: () => Response = () => new Response(new Blob(['x']))) {
  const asked: string[] = []
  const passed = window.fetch
  window.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input).url, window.location.href)
    if (!pathname.includes('/story-')) return passed(input, init)
    asked.push(pathname)
    return answer()
  }
  onTestFinished(() => {
    window.fetch = passed
  })
  return asked
}

const own = { image_url: '/art/mug.svg', image_source: 'owner' } as const
const shown = (values: Parameters<typeof itemWith>[0] = own) =>
  renderScreen(<StoryDialog shortLinkId="kettle-a1b2" onClose={() => {}} />, {
    api: { 'GET /api/v1/products/:ref': () => itemWith(values) },
  })
const layout = (name: string) => page.getByRole('radio', { name })
const button = (name: string) => page.getByRole('button', { name })

describe('the story card’s dialog (docs/product/story-cards.md#where-it-is-offered)', () => {
  it('shows the picture in each layout, and saves it', async () => {
    const asked = fakePictures()
    await shown()
    await expect.element(layout('Photo and words')).toBeChecked()
    await expect.element(page.getByRole('img', { name: 'The story card' })).toBeInTheDocument()
    expect(await flawsInEveryLook()).toEqual({})
    ;(layout('Words on ink').element() as HTMLInputElement).click()
    await expect.poll(() => asked.at(-1)).toBe('/l/kettle-a1b2/story-ink.png')
    await expect.element(button('Save picture')).not.toHaveAttribute('aria-disabled')
  })

  it('has no layout of a photo where there is none of one’s own', async () => {
    const asked = fakePictures()
    await shown({})
    await expect.element(layout('Words on paper')).toBeChecked()
    expect(layout('Photo and words').query()).toBeNull()
    await expect.poll(() => asked).toEqual(['/l/kettle-a1b2/story-paper.png'])
  })

  it('hands the picture to the system as a file', async () => {
    fakePictures()
    const handed: ShareData[] = []
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => void handed.push(data),
    })
    await shown()
    await button('Share').click()
    const [file] = handed[0]?.files ?? []
    expect([file?.name, file?.type]).toEqual(['kettle-a1b2-story.png', 'image/png'])
  })

  it('says that it could not be drawn, and tries again', async () => {
    let isBroken = true
    fakePictures(() => (isBroken ? new Response(null, { status: 503 }) : new Response(new Blob(['x']))))
    await shown()
    await expect.element(page.getByText('The story card could not be drawn.')).toBeVisible()
    isBroken = false
    await button('Retry').click()
    await expect.element(page.getByRole('img', { name: 'The story card' })).toBeInTheDocument()
  })
})
