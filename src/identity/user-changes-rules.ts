type Metadata = Record<string, unknown>

/** Metadata with changes made to it: other members stay, and null removes one. */
export const mergedMetadata = (stored: Metadata, changes: Metadata): Metadata =>
  Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null))
