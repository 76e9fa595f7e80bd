/** The rules that every page and screen is held to: WCAG 2.2 AA, and axe's own best practices. */
export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
