export type Import = { from: string; to: string }

/** Parts of src that are no slices. */
const parts = ['platform', 'shared', 'pages', 'web']
const start = '<!-- Drawn by npm run docs:map. -->'
const end = '<!-- End of the drawing. -->'

/**
 * Draws, in Mermaid, which slice calls which: an arrow for each pair of which one imports the other, left out where a
 * path over other arrows shows it. `imports` are of files, by their paths from the project's folder.
 */
export function drawMap(imports: Import[]): string {
  const folderOf = (file: string) =>
    /\.test\.tsx?$|\/testing\//.test(file) ? '' : (/^src\/([^/]+)\//.exec(file)?.[1] ?? '')
  const isSlice = (folder: string) => folder !== '' && !parts.includes(folder)
  const calls = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [caller, called] = [folderOf(from), folderOf(to)]
    if (!isSlice(caller) || !isSlice(called)) continue
    calls.set(caller, calls.get(caller) ?? new Set())
    calls.set(called, calls.get(called) ?? new Set())
    if (caller !== called) calls.get(caller)?.add(called)
  }
  const reaches = (caller: string, wanted: string): boolean =>
    [...(calls.get(caller) ?? [])].some((called) => called === wanted || reaches(called, wanted))
  const arrows = [...calls].flatMap(([caller, called]) =>
    [...called]
      .filter((wanted) => ![...called].some((other) => other !== wanted && reaches(other, wanted)))
      .map((wanted) => `    ${caller} --> ${wanted}`),
  )
  const alone = [...calls.keys()].filter((slice) => !arrows.some((arrow) => arrow.split(' ').includes(slice)))
  return [
    '```mermaid',
    'flowchart LR',
    '  web["web: the React app"] -. "types of contracts" .-> slices',
    '  pages["pages: HTML and feeds"] --> web',
    '  subgraph slices',
    ...[...alone.map((slice) => `    ${slice}`), ...arrows].toSorted(),
    '  end',
    '  slices --> platform --> shared',
    '```',
  ].join('\n')
}

/** A document with the drawing between its two marks replaced. Throws where a mark is missing. */
export function withMap(text: string, map: string): string {
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`There is no "${start}" and "${end}"`)
  return `${before}${start}\n\n${map}\n\n${end}${after}`
}
