/** A person's name as it is shown. */
/** The most characters of a first or a last name. */
export const longestName = 100

export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()
