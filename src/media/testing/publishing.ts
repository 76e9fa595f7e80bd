import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { avatarsOf } from './storage.ts'

/** How somebody's picture of a product is sent, and read again by anyone. */
export function publishingBy(app: TestApp, { id, token }: Person) {
  /** Uploads through the official client, as a form or as a bare body. */
  async function upload(bytes: Buffer, extension: string, as: 'form' | 'body' = 'form') {
    const name = `products/product-${id}-1.${extension}`
    const avatars = avatarsOf(app, token)
    const file = as === 'form' ? new Blob([new Uint8Array(bytes)], { type: 'image/png' }) : bytes
    const { error } = await avatars.upload(name, file, { contentType: 'image/png', upsert: true })
    return { error, url: avatars.getPublicUrl(name).data.publicUrl }
  }

  /** The stored picture, as anyone reads it. */
  async function published(bytes: Buffer, extension: string) {
    const { error, url } = await upload(bytes, extension)
    expect(error).toBeNull()
    const response = await fetch(url)
    const body = Buffer.from(await response.arrayBuffer())
    return { type: response.headers.get('content-type'), body, header: await sharp(body).metadata() }
  }

  return { upload, published }
}
