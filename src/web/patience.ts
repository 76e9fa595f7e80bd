/**
 * So long a person waits for what they sent, in milliseconds: a connection that hangs must not block for good. Then it
 * counts as failed, and may be sent again.
 */
export const patienceMs = 30_000
