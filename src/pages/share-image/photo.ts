import { loadSharp } from '../../platform/sharp.ts'

type Box = { width: number; height: number }

/** The maximum enlargement of a photo: more would show its pixels. */
const maxEnlarged = 2.4
/** The minimum part of a photo that is shown. */
const minShown = 0.55

/**
 * A photo in a box, as a JPEG's pixels without transparency. It fills the box, cropped to its most eye-catching part; a
 * very small or very long one is shown whole on a blurred enlargement of itself. Throws for an invalid picture.
 */
export async function fillWithPhoto(bytes: Buffer, box: Box): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes).metadata()
  const scale = Math.max(box.width / width, box.height / height)
  const shown = (box.width * box.height) / (width * height * scale ** 2)
  const filled = sharp(bytes).resize({ ...box, fit: 'cover', position: sharp.strategy.attention })
  if (scale <= maxEnlarged && shown >= minShown)
    return filled.flatten({ background: '#fff' }).png(quick).toBuffer()
  const inner = {
    width: Math.round(Math.min(box.width * 0.86, width * maxEnlarged)),
    height: Math.round(Math.min(box.height * 0.86, height * maxEnlarged)),
  }
  const whole = await sharp(bytes)
    .resize({ ...inner, fit: 'inside' })
    .png(quick)
    .toBuffer()
  const ground = filled
    .flatten({ background: '#fff' })
    .blur(28)
    .modulate({ brightness: 1.05, saturation: 0.8 })
  return ground
    .composite([{ input: whole }])
    .png(quick)
    .toBuffer()
}

/** A person's picture as a circle of this diameter. Throws for an invalid picture. */
export async function circle(bytes: Buffer, diameter: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const half = diameter / 2
  const mask = Buffer.from(
    `<svg width="${diameter}" height="${diameter}"><circle cx="${half}" cy="${half}" r="${half}"/></svg>`,
  )
  return sharp(bytes)
    .resize({ width: diameter, height: diameter, fit: 'cover' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .composite([{ input: mask, blend: 'dest-in' }])
    .png(quick)
    .toBuffer()
}

/** For the step between two operations in memory, where time matters and size does not. */
const quick = { compressionLevel: 1 }
