import { randomUUID } from 'node:crypto'
import { type Finding, fail, type HealthCheck, ok } from '../platform/doctor/line.ts'
import { storeTrouble } from '../platform/files/s3.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Media } from './store.ts'
import { createPictureTransfer } from './transfer.ts'

/** Whether pictures can be stored, read, kept from being replaced, and removed. */
export const checkPictures = (media: Media): HealthCheck[] => [
  { name: 'pictures', check: () => tryStore(media) },
]

/** What the store itself answered: its visitors only read that pictures are briefly unavailable. */
const tryStore = (media: Media): Promise<Finding> =>
  storeAndRead(media).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    const { says, todo } = storeTrouble(error.cause)
    return fail(says, todo)
  })

async function storeAndRead(media: Media): Promise<Finding> {
  const { store } = media
  // No name that a picture of anybody has.
  const name = `doctor-${randomUUID()}`
  const bytes = Buffer.from('doctor')
  const put = () => store.put(name, { bytes, type: 'image/webp' }, { overwrite: false })
  await put()
  try {
    const read = await createPictureTransfer(media).read(name)
    if (!read?.equals(bytes))
      return fail(
        'A picture that is read differs from what was stored.',
        'Check what stands in front of the store.',
      )
    if (await put())
      return fail(
        'The store replaces a picture that it was asked to keep.',
        'On S3 it must honour If-None-Match; on disk the file system must have hard links.',
      )
  } finally {
    await store.remove([name])
  }
  return ok(`Stored, read and removed in ${'folder' in media.source ? media.source.folder : 'the bucket'}.`)
}
