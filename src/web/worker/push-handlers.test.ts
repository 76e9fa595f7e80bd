import { expect, it, vi } from 'vitest'
import { openMessage, showMessage } from './push-handlers.ts'

const origin = 'https://folio.example'

function scopeWith(...urls: string[]) {
  const windows = urls.map((url) => ({ url, focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }))
  const openWindow = vi.fn(async () => {})
  const showNotification = vi.fn(async () => {})
  return {
    scope: {
      location: { origin },
      registration: { showNotification },
      clients: { matchAll: async () => windows, openWindow },
    },
    windows,
    openWindow,
    showNotification,
  }
}

it('shows what a message says, and that there is something where it cannot be read', async () => {
  const { scope, showNotification } = scopeWith()
  await showMessage(scope, JSON.stringify({ title: 'A', body: 'B', path: '/news', tag: 'followed-all' }))
  expect(showNotification).toHaveBeenLastCalledWith(
    'A',
    expect.objectContaining({ body: 'B', tag: 'followed-all', data: { path: '/news' } }),
  )
  for (const wrong of [undefined, '', '{', '{"title":7}', 'null']) {
    await showMessage(scope, wrong)
    expect(showNotification).toHaveBeenLastCalledWith('There is news', expect.anything())
  }
})

it.each([
  ['/earnings', `${origin}/earnings`],
  ['https://evil.example/x', `${origin}/`],
  ['//evil.example/x', `${origin}/`],
  ['\\\\evil.example', `${origin}/`],
  ['javascript:alert(1)', `${origin}/`],
  [undefined, `${origin}/`],
])('a press on one for %s opens a page of this site alone', async (path, target) => {
  const { scope, openWindow } = scopeWith()
  await openMessage(scope, path)
  expect(openWindow).toHaveBeenCalledWith(target)
})

it('leads a window of the site there, and none where one is there', async () => {
  const first = scopeWith(`${origin}/feed`)
  await openMessage(first.scope, '/news')
  expect(first.windows[0]?.navigate).toHaveBeenCalledWith(`${origin}/news`)
  const second = scopeWith(`${origin}/feed`, `${origin}/news`)
  await openMessage(second.scope, '/news')
  expect(second.windows[1]?.focus).toHaveBeenCalled()
  expect(second.windows[0]?.navigate).not.toHaveBeenCalled()
  expect(second.openWindow).not.toHaveBeenCalled()
})
