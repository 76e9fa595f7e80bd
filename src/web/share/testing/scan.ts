import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** The text that a scanner reads in a picture. */
export async function scan(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height })
}
