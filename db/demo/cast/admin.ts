import type { Person } from './people.ts'

/** Who imports the demo's reports. */
export const admin: Person = {
  firstName: 'Greta',
  lastName: 'Holm',
  joinedDaysAgo: 368,
  face: null,
  bio: null,
}
