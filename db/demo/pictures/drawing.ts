import type { Paint, Tones } from './paints.ts'

/** A thing that pictures show, drawn on 800 by 800 with light from the upper left. */
export type Drawing = {
  /** Its markup in the paints of a picture. Ids begin with `id`, so that a picture may have it twice. */
  draw: (main: Paint, accent: Paint, id: string) => { markup: string; defs: string }
  /** The accent when a picture names none. */
  accent: Paint
  /** Stands on the floor; or lies flat and is seen from above. */
  pose: 'stands' | 'lies'
  /** May be shown as a pair, a smaller one behind. */
  pairs: boolean
  /** How near it is: low things come closer, so that they fill a picture as tall ones do. */
  near: number
  /** Where it touches the floor, from the top. */
  feet: number
}

export type Draw = (main: Tones, accent: Tones) => string

/** A thing's shadow on the floor. `y` is where it stands, `rx` half its width. */
export const ground = (cx: number, y: number, rx: number): string =>
  `<ellipse cx="${cx + 30}" cy="${y + 4}" rx="${rx * 1.45}" ry="${rx * 0.24 + 16}" fill="url(#ground)" opacity=".45"/>` +
  `<ellipse cx="${cx + 8}" cy="${y}" rx="${rx * 1.12}" ry="${rx * 0.1 + 12}" fill="url(#ground)"/>`

/** A strip of reflected light. */
export const gleam = (x: number, y: number, height: number, opacity = 0.3): string =>
  `<rect x="${x}" y="${y}" width="14" height="${height}" rx="7" fill="#fff" opacity="${opacity}"/>`

/** A paper label with lines in place of words. */
export function label(x: number, y: number, width: number, height: number, mark: string): string {
  const middle = x + width / 2
  const line = (at: number, part: number) =>
    `M${middle - (width * part) / 2} ${y + height * at}h${width * part}`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#FBF6EC"/>
<circle cx="${middle}" cy="${y + height * 0.32}" r="${height * 0.14}" fill="${mark}"/>
<path d="${line(0.64, 0.6)}${line(0.8, 0.4)}" stroke="#3a2a1c" stroke-width="5" stroke-linecap="round" opacity=".75"/>`
}
