import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** What a scanner reads on a picture. */
export async function scan(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height })
}
