/** One bar of a chart; the last one is the current. */
export type Bar = {
  /** Unique among the bars: what it stands for. */
  key: string
  /** The few characters under it. */
  axis: string
  /** What it stands for in full: 'Sat, Nov 21'. */
  name: string
  value: number
  /** What is told of it, its value first: '38 people', '4 pressed Shop on Amazon'. */
  details: readonly string[]
}

/** A bar in one sentence, for whoever hears it. */
export const barText = ({ name, details }: Bar): string => `${name}: ${details.join(', ')}`
