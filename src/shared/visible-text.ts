/** True when a reader would see something of the text: not only spaces, line ends and control characters. */
export const hasVisibleCharacter = (text: string): boolean => /[^\p{C}\p{Z}]/u.test(text)
