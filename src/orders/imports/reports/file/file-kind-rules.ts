const workbook = 'This is an Excel workbook. Save it as CSV, then import that file.'

const kinds: { begins: string; message: string }[] = [
  { begins: '\xd0\xcf\x11\xe0', message: workbook },
  { begins: '%PDF', message: 'This is a PDF. Import the CSV file of the report instead.' },
  { begins: '\x1f\x8b', message: 'This file is compressed. Unpack it, then import the CSV file in it.' },
  { begins: '\x89PNG', message: 'This is a picture. Import the CSV file of the report instead.' },
  { begins: '\xff\xd8\xff', message: 'This is a picture. Import the CSV file of the report instead.' },
]

/** Why a file cannot be a report, by its first bytes as Latin-1 text; null where it may be one. */
export function notAReport(head: string): string | null {
  if (head === '') return 'This file is empty.'
  if (head.startsWith('PK\x03\x04'))
    return /\[Content_Types\]|xl\/|_rels\/|mimetype/.test(head)
      ? workbook
      : 'This is a ZIP archive. Unpack it, then import the CSV file in it.'
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|\?xml)/i.test(head))
    return 'This is a web page, not a report: perhaps it was saved instead of the file, or the sign-in at Amazon had ended.'
  if (/^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(head))
    return 'This is JSON. Import the CSV file of the report instead.'
  const known = kinds.find(({ begins }) => head.startsWith(begins))
  if (known) return known.message
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  // One may be an accident of the program that wrote the file; many mean that it is not text, or has no byte order
  // mark.
  return head.split('\0').length - 1 > head.length / 20 && !isUtf16
    ? 'This file is not text. Save the report as CSV in UTF-8 (“CSV UTF-8”), then import it.'
    : null
}
