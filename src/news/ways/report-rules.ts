/** What a mail server says of a mail later. */
export type DeliveryReport = { messageId: string; isFinal: boolean }

/**
 * Reads a report about a mail that was not delivered: JSON with `message_id` and `status`, or a mail of the form of RFC
 * 3464, whole or its parts. Only what it says of the mail itself counts, never the address: its id was made by us and
 * is known to nobody but who got the mail. Null if it names none.
 */
export function readReport(text: string): DeliveryReport | null {
  const json = readJson(text)
  if (json) return json
  // The report has an id of its own: ours is that of the mail it returns, which stands last.
  const ids = [...text.matchAll(/^\s*(?:original-)?message-id:\s*<([^<>\s]{1,200})>/gim)].map(
    ([, id]) => id ?? '',
  )
  const messageId = ids.at(-1)
  if (!messageId) return null
  const action = /^action:\s*([a-z]+)/im.exec(text)?.[1]?.toLowerCase()
  const status = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? ''
  return { messageId, isFinal: action === 'failed' && isFinalStatus(status) }
}

/** 5.7 is about who sends, not about the address. */
const isFinalStatus = (status: string) => /^5\.(?!7\.)/.test(status)

function readJson(text: string): DeliveryReport | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const { message_id, status = '5.0.0' } = JSON.parse(text) as Record<string, unknown>
    if (typeof message_id !== 'string' || typeof status !== 'string') return null
    return { messageId: message_id.replaceAll(/^<|>$/g, ''), isFinal: isFinalStatus(status) }
  } catch {
    return null
  }
}
