/** Drawn like ui/button/icon.tsx; defined here, so that only lists load them. A picture with a point on it: looks. */
export const lookSign = 'M4 4h16v16H4zM12 9v6M9 12h6'
/** A tag's brackets: code. */
export const codeSign = 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5'
/** Six dots: what one drags. */
export const dragSign = 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01'
