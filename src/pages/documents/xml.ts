import { escapeHtml } from '../../shared/text.ts'

/** Characters that XML 1.0 cannot hold, not even escaped. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text for an XML document, also within a quoted attribute. */
export const xmlText = (text: string): string => escapeHtml(text.replace(unwritable, ''))

/** An XML document with this root element. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
