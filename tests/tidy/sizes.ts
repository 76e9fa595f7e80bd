import type { ProjectFile } from './project-files.ts'

const limits = { median: 80, large: 250, largeShare: 0.1, most: 400 }

/** What is wrong with the sizes of source files; small ones are read whole, and named for what they hold. */
export function sizeProblems(files: ProjectFile[]): string[] {
  const sizes = files
    .filter((file) => /\.(ts|tsx|cjs|css)$/.test(file.path))
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
    .sort((a, b) => b.lines - a.lines)
  const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
  const large = sizes.filter(({ lines }) => lines > limits.large)
  const problems = large
    .filter(({ lines }) => lines > limits.most)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${limits.most}`)
  if (median >= limits.median)
    problems.push(`the median file has ${median} lines, not under ${limits.median}`)
  if (large.length > sizes.length * limits.largeShare)
    problems.push(`${large.length} of ${sizes.length} files have more than ${limits.large} lines`)
  return problems
}
