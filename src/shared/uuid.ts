/** The pattern of a UUID as PostgreSQL writes it, as part of a regular expression. */
export const uuidPattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

const shape = new RegExp(`^${uuidPattern}$`, 'i')

/** True for a UUID, in capitals too: PostgreSQL reads both. */
export const isUuid = (text: string): boolean => shape.test(text)
