/** `1,204`. */
export const numberText = (count: number): string => count.toLocaleString('en-US')

/** The same with a true minus sign: `−2`. */
export const signedText = (count: number): string => numberText(count).replace('-', '−')

/** A count and what it is of: `1 order`, `1,204 people`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
