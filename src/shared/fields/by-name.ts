/** A value for each of the names. */
export const each = <Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>

/** Those of a record's values that have these names. */
export const pick = <Whole extends object, Name extends keyof Whole & string>(
  whole: Whole,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
