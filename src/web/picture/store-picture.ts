import { patienceMs } from '../api/client.ts'
import { accessToken } from '../api/session-calls.ts'
import type { PictureSquare } from './crop.ts'

/** See docs/product/pictures.md#uploading. */
const attempts = 3
const pauseMs = 1_000

const patientFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(patienceMs) })

/**
 * Uploads a picture to the bucket `avatars`, with the square of it that lists show where it is more than that, and
 * resolves with its public address. Failures that may pass (no network, a
 * busy server) are tried up to three times, a second apart. Rejects with the last error; `refusalOf` reads it.
 */
export async function storePicture(path: string, picture: Blob, square?: PictureSquare): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await upload(path, picture, square)
    } catch (error) {
      if (attempt === attempts || refusalOf(error) !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/**
 * Removes stored pictures that are no longer shown, by their addresses. Never rejects: what cannot be removed stays.
 */
export async function removePictures(addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  try {
    const pictures = await openBucket()
    const root = pictures.getPublicUrl('').data.publicUrl
    await pictures.remove(addresses.map((address) => address.slice(root.length)))
  } catch {
    // Without a network it stays, and is removed with the account.
  }
}

/** The server's words when it refuses this picture; null for a failure that may pass. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('status' in error)) return null
  const { status, message } = error
  return typeof status === 'number' && status >= 400 && status < 500 ? message : null
}

async function upload(path: string, picture: Blob, square?: PictureSquare): Promise<string> {
  const pictures = await openBucket()
  // Sending it again after a lost answer replaces the same picture.
  const { error } = await pictures.upload(path, picture, {
    upsert: true,
    ...(square && { metadata: { square } }),
  })
  if (error) throw error
  return pictures.getPublicUrl(path).data.publicUrl
}

/** The official client, loaded only to upload. */
async function openBucket() {
  const [{ StorageClient }, token] = await Promise.all([import('@supabase/storage-js'), accessToken()])
  const headers = { ...(token && { authorization: `Bearer ${token}` }) }
  return new StorageClient(`${window.location.origin}/storage/v1`, headers, patientFetch).from('avatars')
}

/** Why a chosen file is refused, said before anything is uploaded (docs/product/pictures.md#choosing). */
export type ImageProblem = 'not_an_image' | 'too_large'

const maxBytes = 5 * 1024 * 1024

/** Why a file cannot be uploaded as a picture, by its type and size; null when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!type.startsWith('image/')) return 'not_an_image'
  return size < maxBytes ? null : 'too_large'
}
