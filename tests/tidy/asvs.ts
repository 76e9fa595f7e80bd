/**
 * The requirements of ASVS 5.0: for each section the level of its first, second and so on. Level 3 is not required of
 * Folio, but keeps the numbering.
 */
const levels: Record<string, string> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
}

/** The numbers of levels 1 and 2, each with its level. */
export const asvsNumbers: ReadonlyMap<string, string> = new Map(
  Object.entries(levels).flatMap(([section, all]) =>
    [...all].flatMap((level, at) => (level === '3' ? [] : [[`${section}.${at + 1}`, level] as const])),
  ),
)

const states = new Set(['met', 'does not apply', 'deviation'])

/** What is wrong with the table of requirements: `exists` says whether the project has a file. */
export function asvsProblems(document: string, exists: (path: string) => boolean): string[] {
  const rows = document
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const numbers = rows.map(([, number = '']) => number)
  const missing = [...asvsNumbers.keys()].filter((number) => !numbers.includes(number))
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
  const wrong = rows.flatMap(([, number = '', level, , state = '', proof = '']) => {
    const files = [...proof.matchAll(/`((?:src|tests|docs|db|bench)\/[^`]+|[\w.]+\.(?:ts|json))`/g)].map(
      ([, file = '']) => file,
    )
    return [
      ...(asvsNumbers.get(number) === level ? [] : [`${number} is no requirement of level ${level}`]),
      ...(states.has(state) ? [] : [`${number} is ${state}`]),
      ...(state === 'met' && files.length === 0 ? [`${number} is met by no test and no document`] : []),
      ...(state !== 'met' && proof.length < 6 ? [`${number} does not say why`] : []),
      ...files.filter((file) => !exists(file)).map((file) => `${number} names ${file}, which is not there`),
    ]
  })
  const of = (state: string) => rows.filter(([, , , , said]) => said === state).length
  const sum = `Of ${asvsNumbers.size}: ${of('met')} met, ${of('does not apply')} do not apply, ${of('deviation')} deviations.`
  return [
    ...(document.includes(sum) ? [] : [`the sum is not: ${sum}`]),
    ...missing.map((number) => `${number} is missing`),
    ...twice.map((number) => `${number} stands there twice`),
    ...wrong,
  ]
}
