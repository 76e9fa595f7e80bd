/**
 * The longest side in pixels: enough for a sharp square from a small part, and little enough for a phone to move
 * smoothly.
 */
const longestSide = 2_400

/** The most pixels. No camera makes more, and decoding more would take more memory than a tab has. */
const maxPixels = 100_000_000

/**
 * Decodes a picture off the main thread, upright and no larger than cropping needs. The caller closes it. Rejects for a
 * file that is no picture, or one that this browser cannot read.
 */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  const { width, height } = await sizeOf(file)
  if (width * height > maxPixels) throw new Error('The picture has too many pixels')
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  })
}

/** The upright picture's size in pixels, which an image element knows without decoding all of it. */
async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(file)
  try {
    return await new Promise((resolve, reject) => {
      const image = new Image()
      image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
      image.onerror = () => reject(new Error('The picture cannot be read'))
      image.src = address
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}
