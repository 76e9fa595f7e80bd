import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** One colour, of this size. */
export const plain = (width = 8, height = 8, background = '#c00'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

/** Like a photograph to an encoder: noise, which hardly compresses. */
const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** A JPEG of noise that is exactly `bytes` long: zeros after its end belong to no picture. */
export async function photoOf(bytes: number): Promise<Buffer> {
  const photo = await noise(2400, 1800).jpeg({ quality: 80 }).toBuffer()
  if (photo.length > bytes) throw new Error(`the photo is already ${photo.length} bytes long`)
  return Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
}

/** A phone's photo: lying on its side, to be turned by its EXIF, which also says where it was taken. */
export const phonePhoto = (): Promise<Buffer> =>
  noise(300, 200)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phonemaker', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Red, then green. */
export const animation = async (): Promise<Buffer> =>
  sharp([await plain().png().toBuffer(), await plain(8, 8, '#0c0').png().toBuffer()], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()

/** A valid PNG of `side` × `side` white pixels: few bytes that become very many. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel.
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
