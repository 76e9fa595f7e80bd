/** The mark: a folded persimmon page with an F. */
export function LogoMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 26 28" width="26" height="28" className="shrink-0">
      <path className="fill-accent" d="M4 0h13l9 9v15a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4Z" />
      <path className="fill-paper" d="M17 0v6a3 3 0 0 0 3 3h6Z" opacity=".42" />
      <path
        className="stroke-on-accent"
        d="M7.5 22V9.5h6M7.5 15.5h8"
        strokeWidth="2.4"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type LogoProps = { name: string }

/** Mark and word. What it links to is the caller's business. */
export function Logo({ name }: LogoProps) {
  return (
    <span className="inline-flex min-h-11 items-center gap-2.5 font-display text-[1.5rem]/7 font-[580] tracking-[-0.028em]">
      <LogoMark />
      {name}
    </span>
  )
}
