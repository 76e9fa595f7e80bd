/** The first stop of the Tab key: past the navigation, to the page's `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed start-4 top-2 z-50 -translate-y-20 rounded-md bg-ink px-4 py-3 text-small font-semibold text-on-ink focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
