/** A page's HTML without the moments at which the router loaded its data, which differ from one render to the next. */
export const withoutRenderTimes = (html: string): string => html.replace(/\bu:\d{13}/g, 'u:0')
