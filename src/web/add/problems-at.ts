import type { ApiError } from '../client.ts'

/** The server's messages at a form's places, the first of each: `tags.3` is of the tags. */
export function problemsAt<Place extends string>(
  places: readonly Place[],
  found: ApiError['problems'],
): Partial<Record<Place, string>> {
  const problems: Partial<Record<Place, string>> = {}
  for (const { path, message } of found) {
    const place = places.find((candidate) => candidate === path.split('.')[0])
    if (place) problems[place] ??= message
  }
  return problems
}
