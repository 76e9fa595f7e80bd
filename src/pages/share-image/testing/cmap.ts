/** The code points that a TrueType or OpenType font draws, by its cmap (OpenType 1.9: formats 4 and 12). */
export function codePointsOf(font: Buffer): Set<number> {
  const cmap = tableAt(font, 'cmap')
  const count = font.readUInt16BE(cmap + 2)
  const points = new Set<number>()
  for (let n = 0; n < count; n++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + 8 * n + 4)
    const format = font.readUInt16BE(table)
    if (format === 4) addSegments(font, table, points)
    if (format === 12) addGroups(font, table, points)
  }
  return points
}

function tableAt(font: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16)
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8)
  throw new Error(`the font has no table ${tag}`)
}

function addGroups(font: Buffer, table: number, points: Set<number>) {
  for (let n = 0; n < font.readUInt32BE(table + 12); n++) {
    const group = table + 16 + 12 * n
    const last = font.readUInt32BE(group + 4)
    for (let point = font.readUInt32BE(group); point <= last; point++) points.add(point)
  }
}

function addSegments(font: Buffer, table: number, points: Set<number>) {
  const double = font.readUInt16BE(table + 6)
  for (let at = table + 14; at < table + 14 + double; at += 2) {
    const first = font.readUInt16BE(at + double + 2)
    const delta = font.readUInt16BE(at + 2 * double + 2)
    const rangeAt = at + 3 * double + 2
    const range = font.readUInt16BE(rangeAt)
    for (let point = first; point <= font.readUInt16BE(at) && point < 0xffff; point++) {
      const glyph =
        range === 0 ? (point + delta) & 0xffff : font.readUInt16BE(rangeAt + range + 2 * (point - first))
      if (glyph !== 0) points.add(point)
    }
  }
}
