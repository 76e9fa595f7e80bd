/** Days that are looked at. */
export const flaggedDays = 7
/** With fewer clicks of a day nothing can be told. */
export const fewestClicks = 20
/** As many products as an admin is shown. */
export const mostFlags = 100
