/** Why a chosen file is not taken, told before anything is uploaded (spec section 5, Image). */
export type ImageProblem = 'not_an_image' | 'too_large'

const maxBytes = 5 * 1024 * 1024

/** What keeps a file from being a picture to upload, by its type and size; null when nothing does. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): ImageProblem | null {
  if (!type.startsWith('image/')) return 'not_an_image'
  return size < maxBytes ? null : 'too_large'
}
