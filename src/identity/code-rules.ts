// Crockford's alphabet, without letters that look like a digit or like one another.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The bytes of randomness in a recovery code, one for each character. */
export const codeLength = 16

/** A recovery code of 80 bits, made from random bytes. */
export const recoveryCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')

/** A typed code in the form in which it was made. */
export const plainCode = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
