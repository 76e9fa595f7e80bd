type LineArtProps = { kind: 'page' | 'cross' }

/** The line drawing of empty and failed states: a folded page on a shelf. */
export function LineArt({ kind }: LineArtProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 88"
      width="112"
      height="88"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mb-2 text-line-strong"
    >
      <path className="fill-card" d="M30 12h38l14 14v50H30z" />
      <path d="M68 12v14h14" />
      <path
        className="stroke-accent"
        d={kind === 'page' ? 'M42 44h28M42 54h18' : 'M46 40l16 16M62 40 46 56'}
      />
      <path d="M10 76h92" />
    </svg>
  )
}
