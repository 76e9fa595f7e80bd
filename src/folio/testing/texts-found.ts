type TextFound = [where: string, text: string, title: string]

/**
 * Where a text is found, the text, and the product found, among a 'Café crème set' with the tag 'frühstück', a '100%
 * Wool_blanket' described as 'A path\\to warmth, ＷＩＤＥ too', a 'Лампа для чтения' and a '読書灯 🪔' described as
 * 'İstanbul'.
 */
export const textsFound: readonly TextFound[] = [
  ['in a title', 'crème', 'Café crème set'],
  ['without accents', 'CAFE CREME', 'Café crème set'],
  ['with accents that are not there', 'wöól', '100% Wool_blanket'],
  ['in accents of their own', 'cafe\u0301', 'Café crème set'],
  ['in a description', 'to warmth', '100% Wool_blanket'],
  ['in a tag', 'fruhst', 'Café crème set'],
  ['a percent sign', '100%', '100% Wool_blanket'],
  ['an underline', 'l_b', '100% Wool_blanket'],
  ['a backslash', 'path\\to', '100% Wool_blanket'],
  ['wide letters', 'wide', '100% Wool_blanket'],
  ['in Cyrillic', 'ЛАМПА', 'Лампа для чтения'],
  ['in one Chinese letter', '灯', '読書灯 🪔'],
  ['an emoji', '🪔', '読書灯 🪔'],
  ['a Turkish capital', 'istanbul', '読書灯 🪔'],
  ['within spaces', '  cafe ', 'Café crème set'],
]
