/** A count and what it is of: '1 person', '1,204 people'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const peopleText = (count: number): string => counted(count, 'person', 'people')

export const pressesText = (count: number): string =>
  `${count.toLocaleString('en-US')} pressed Shop on Amazon`
