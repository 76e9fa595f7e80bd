import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadBuiltRenderer, type Renderer } from '../../src/pages/renderer.ts'
import { AppError, type ErrorCode } from '../../src/shared/errors.ts'
import type { Api } from '../../src/web/api/client.ts'

let render: Renderer

beforeAll(async () => {
  render = await loadBuiltRenderer(path.resolve(import.meta.dirname, '../../dist'))
})

const renderFailing = (address: string, code: ErrorCode) => {
  const api: Api = () => Promise.reject(new AppError(code, 'What broke'))
  const context = {
    api,
    appName: 'Folio',
    siteUrl: 'http://folio.test',
    providers: [],
    passwordMinLength: 6,
    shortHosts: [],
    opensOffline: true,
  }
  return render(`http://folio.test${address}`, { ...context, nonce: 'n' })
}

describe('the status of a page whose data cannot be read', () => {
  it.each([
    ['/l/kettle-0000', 'not_found', 404, 'Product Preview Not Available'],
    ['/l/kettle-0000', 'unavailable', 503, 'Product Preview Not Available'],
    ['/l/kettle-0000', 'internal_error', 500, 'Product Preview Not Available'],
    ['/theo', 'not_found', 404, 'Profile Not Found'],
    ['/theo', 'unavailable', 503, 'Failed to load profile'],
    ['/theo', 'internal_error', 500, 'Failed to load profile'],
    ['/feed', 'unavailable', 503, 'Failed to load products'],
    ['/feed', 'internal_error', 500, 'Failed to load products'],
  ] as const)('%s, %s: %d', async (address, code, status, text) => {
    const response = await renderFailing(address, code)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
  })
})
