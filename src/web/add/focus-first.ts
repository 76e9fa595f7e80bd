/** Brings the field of the first message, in the order of `places`, into view and gives it the focus. */
export function focusFirst<Place extends string>(
  form: HTMLFormElement,
  places: readonly Place[],
  problems: Partial<Record<Place, string>>,
): void {
  const place = places.find((candidate) => problems[candidate])
  const part = place && form.querySelector(`[data-place="${place}"]`)
  if (!part) return
  // Where a category is to be chosen the select is what is missing, not the radio button above it.
  const control = part.querySelector('select') ?? part.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  const seen = control ?? part
  seen.scrollIntoView({ block: 'center' })
}
