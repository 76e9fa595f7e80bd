/** A number in digits, with commas between thousands: `1204.50` becomes `1,204.50`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** `1,204`. By hand, since making one of the browser's formatters takes a phone longer than a list of numbers. */
export const numberText = (count: number): string => grouped(String(count))

/** The same with a true minus sign: `−2`. */
export const signedText = (count: number): string => numberText(count).replace('-', '−')

/** A count and what it is of: `1 order`, `1,204 people`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
