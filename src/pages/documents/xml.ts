import { escapeHtml } from '../../shared/text.ts'

/** What XML 1.0 has no way to write, not even escaped. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text as it may stand in an XML document, also between quotes of an attribute. */
export const xmlText = (text: string): string => escapeHtml(text.replace(unwritable, ''))

/** An XML document of its root element. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
