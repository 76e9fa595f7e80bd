import { isUtf8 } from 'node:buffer'

const lineFeed = 10
const continuation = (byte = 0) => (byte & 0xc0) === 0x80

/**
 * Decodes a file's bytes piece by piece: UTF-16 if a byte order mark says so, else UTF-8. A line that is not valid
 * UTF-8 is read as Windows-1252, which older programs write and in which every byte is valid.
 */
export function createDecoder() {
  let decode: ((bytes: Uint8Array, isLast: boolean) => string) | undefined
  return {
    read(bytes: Uint8Array, isLast: boolean): string {
      decode ??= decoderFor(bytes)
      return decode(bytes, isLast)
    },
  }
}

function decoderFor(head: Uint8Array): (bytes: Uint8Array, isLast: boolean) => string {
  const marks = `${head[0]},${head[1]}`
  if (marks === '255,254' || marks === '254,255') {
    const decoder = new TextDecoder(marks === '255,254' ? 'utf-16le' : 'utf-16be')
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
  }
  return utf8Decoder()
}

function utf8Decoder() {
  let rest: Uint8Array = new Uint8Array()
  let isFirst = true
  return (bytes: Uint8Array, isLast: boolean): string => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const end = isLast ? all.length : wholeCharacters(all)
    // A copy, so that the rest of a piece does not hold its large buffer in memory.
    rest = Uint8Array.from(all.subarray(end))
    const text = textOf(all.subarray(0, end))
    if (text === '') return text
    const isMarked = isFirst && text.startsWith('\ufeff')
    isFirst = false
    return isMarked ? text.slice(1) : text
  }
}

/** Where the last whole line ends or, in a line without end, the last whole character. */
function wholeCharacters(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(lineFeed)
  if (line >= 0) return line + 1
  let end = bytes.length
  while (end > Math.max(0, bytes.length - 4) && continuation(bytes[end - 1])) end -= 1
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length
}

const windows1252 = new TextDecoder('windows-1252')

function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isUtf8(buffer)) return buffer.toString('utf8')
  let text = ''
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(lineFeed, start) + 1 || buffer.length
    const line = buffer.subarray(start, end)
    text += isUtf8(line) ? line.toString('utf8') : windows1252.decode(line)
    start = end
  }
  return text
}
