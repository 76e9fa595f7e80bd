/**
 * The picture library, loaded when first needed: it takes 30 MB, which a process that touches no picture never spends.
 * One thread a picture; the caller limits how many are processed at once.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
