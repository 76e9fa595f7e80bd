/** An item of a file as it is written: texts in a CSV, anything in JSON. Absent columns are not in `cells`. */
export type FileRow = {
  line: number
  cells: Record<string, unknown>
  /** It has more cells than there are columns: a quotation mark is missing somewhere. */
  isTooLong?: boolean
  /** The folders that another program kept it in, outermost first. */
  folders?: string[]
}
