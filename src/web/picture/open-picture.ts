/** Enough for a sharp square from a small part, and little enough to be moved about on a phone. */
const longestSide = 2_400

/** No camera makes more; decoding would take more memory than a tab has. */
const mostPixels = 100_000_000

/**
 * Decodes a picture beside the page's own work, upright and no larger than cropping needs. Close it when done.
 * Rejects for what is no picture, or none that this browser can read.
 */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  const { width, height } = await sizeOf(file)
  if (width * height > mostPixels) throw new Error('The picture has too many pixels')
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  })
}

/** The upright picture's size, which an image element knows without decoding all of it. */
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
