/** A bookmark: puts something into a list. Drawn like ui/button/icon.tsx, for parts that load later. */
export const saveSign = 'M7 4h10v16l-5-4-5 4Z'
/** Rows with numbers: lists. */
export const listSign = 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01'
/** A picture with a point on it: looks. */
export const lookSign = 'M4 4h16v16H4zM12 9v6M9 12h6'
/** Six dots: what one drags. */
export const dragSign = 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01'
