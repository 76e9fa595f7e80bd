/** A colour by perception: lightness 0 to 1, chroma from 0 (grey) to about 0.3, hue in degrees (OKLCH). */
type Lch = { l: number; c: number; h: number }

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const fromLinear = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** Reads `#RRGGBB`. */
export function lchOf(hex: string): Lch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const beta = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, beta), h: (Math.atan2(beta, a) * 180) / Math.PI }
}

/** Writes `#rrggbb`; a colour outside sRGB loses chroma until it fits. */
function hexOf({ l, c, h }: Lch): string {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = channelsOf({ l, c: chroma, h })
    if (rgb.every((v) => v >= -0.0005 && v <= 1.0005)) return write(rgb)
  }
  return write(channelsOf({ l, c: 0, h }))
}

const write = (rgb: number[]) =>
  `#${rgb.map((v) => byte(fromLinear(Math.max(0, v)) * 255).padStart(2, '0')).join('')}`

const byte = (v: number) => Math.min(255, Math.round(v)).toString(16)

function channelsOf({ l, c, h }: Lch): number[] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The same paint in more light or less: `by` is the difference in lightness. Both ends lose some colour. */
export function shade(hex: string, by: number): string {
  const { l, c, h } = lchOf(hex)
  const lit = between(l + by, 0.12, 0.99)
  return hexOf({ l: lit, c: c * (1 - Math.abs(lit - l) * 1.1), h })
}

/**
 * The colour of a part's shade after the part was repainted: its difference in light from the part's colour `from`
 * stays, and its hue comes from `to`.
 */
export function repaint(hex: string, from: string, to: string): string {
  const paint = lchOf(to)
  const l = between(paint.l + (lchOf(hex).l - lchOf(from).l) * 0.9, 0.1, 0.99)
  return hexOf({ l, c: paint.c * (1 - Math.abs(l - paint.l) * 0.9), h: paint.h })
}

/** The perceived difference of two colours: 0 the same, 0.2 clearly different. */
export function difference(one: string, other: string): number {
  const [x, y] = [lchOf(one), lchOf(other)]
  const angle = ((x.h - y.h) * Math.PI) / 180
  const chroma = Math.sqrt(x.c ** 2 + y.c ** 2 - 2 * x.c * y.c * Math.cos(angle))
  return Math.hypot(x.l - y.l, chroma)
}
