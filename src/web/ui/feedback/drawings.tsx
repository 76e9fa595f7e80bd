import { LineArt } from './empty-or-failed.tsx'

/** An empty tray with a tick above it: all done. */
export const inboxArt = (
  <LineArt shape="M26 76V52l9-22h42l9 22v24z" lines="M26 52h17l4 8h18l4-8h17" accent="m47 22 6 6 12-13" />
)

/** A framed person. */
export const profileArt = (
  <LineArt
    shape="M32 76V18h48v58z"
    lines="M42 66c1.5-9 7-13 14-13s12.5 4 14 13"
    accent="M47 39a9 9 0 1 0 18 0a9 9 0 1 0-18 0"
  />
)

/** A pile of coins. */
export const earningsArt = (
  <LineArt
    shape="M26 76V64h18v12zM48 76V52h18v24zM70 76V38h18v38z"
    lines="M26 70h18M48 58h18M48 64h18M48 70h18M70 44h18M70 50h18M70 56h18M70 62h18M70 68h18"
    accent="M28 46 46 34l12 4 26-22m-10 0h10v10"
  />
)
