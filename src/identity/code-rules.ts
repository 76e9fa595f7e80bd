// Crockford's alphabet, without letters that look like a digit or like one another.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The bytes of randomness in a recovery code, a character each. */
export const codeLength = 16

/** A recovery code of 80 bits, out of random bytes. */
export const recoveryCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')

/** A code in the form in which it was made, however it was typed. */
export const plainCode = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
