/** Rows with an unknown status, and their amounts in the smallest unit of their currency. */
export type UnknownRows = { status: string; rows: number; cents: number }

/** The statuses that a file waits for. */
export const storedStatuses = ({ unknown_statuses }: { unknown_statuses: unknown }) =>
  (unknown_statuses ?? []) as UnknownRows[]
