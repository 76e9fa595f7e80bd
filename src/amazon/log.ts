/** The part of the program's log that Amazon's failures are told to. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
