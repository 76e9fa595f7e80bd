import { z } from 'zod'

/** What the storage client sends to remove objects (`remove`). Versions are not stored, so these are names alone. */
export const removal = z.object({ prefixes: z.array(z.string().max(200)).min(1).max(100) })

export type Removal = z.output<typeof removal>

const pixel = z.number().int().min(0).max(100_000)

/**
 * What an upload's `metadata` may say: which square of the picture lists show, in pixels of the upright picture as it
 * is sent. Anything else in it is ignored.
 */
export const pictureMetadata = z.object({
  square: z.object({ left: pixel, top: pixel, side: pixel.min(1) }).optional(),
})

/** The answer to an upload. A picture's name is unique, so it is its id too. */
export type StoredObject = { Id: string; Key: string }

/** One object that was removed: the fields of the client's type that exist here. */
export type RemovedObject = { name: string; bucket_id: string }

/** What an export holds of a person's pictures. */
export const exportedPictures = z.object({
  /** The addresses of all that are stored; also of those that nothing shows. */
  pictures: z.array(z.string()),
})
