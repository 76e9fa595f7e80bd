import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { scan } from '../../share/testing/scan.ts'
import { qrCode, qrSvg } from './qr-code.ts'

const link = 'https://folio.example/l/gooseneck-pour-over-k3x9'

describe('the QR code of a link', () => {
  it('can be scanned from its SVG file, on a white and on a black background', async () => {
    const svg = Buffer.from(qrSvg(qrCode(link), 512))
    expect(await scan(svg)).toBe(link)
    const dark = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#000' } })
      .composite([{ input: svg }])
      .png()
      .toBuffer()
    expect(await scan(dark)).toBe(link)
  })

  it('has a quiet zone of four squares on each side', () => {
    const code = qrCode(link)
    const isDark = (x: number, y: number) => code[y]?.[x] === true
    const indexes = code.map((_, index) => index)
    for (const at of [0, 1, 2, 3, code.length - 1, code.length - 4])
      expect(indexes.some((index) => isDark(at, index) || isDark(index, at))).toBe(false)
    expect([isDark(4, 4), code.length === code[0]?.length]).toEqual([true, true])
  })
})
