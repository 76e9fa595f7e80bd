import type { Automation } from '../contract.ts'
import type { RequestHeaders } from '../rules.ts'
import { peoplesAgents, programsAgents } from './agents.ts'

/**
 * A request for a page, or one that the page makes, as current programs send it, and what is behind it: null is a
 * person.
 */
export type SampleRequest = { who: string; headers: RequestHeaders; method?: 'HEAD'; is: Automation | null }

const chrome = {
  'user-agent': peoplesAgents['Chrome on Android'],
  'sec-ch-ua': '"Google Chrome";v="138", "Chromium";v="138", "Not/A)Brand";v="24"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
}
const safari = { 'user-agent': peoplesAgents['Safari on an iPhone'], 'accept-language': 'en-GB,en;q=0.9' }
const firefox = {
  'user-agent': peoplesAgents['Firefox on Linux'],
  'accept-language': 'de,en-US;q=0.7,en;q=0.3',
}
const page = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const navigation = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
}
const byScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }

const byAgent = (
  agents: Record<string, string>,
  is: Automation | null,
  rest: RequestHeaders = {},
): SampleRequest[] =>
  Object.entries(agents).map(([who, agent]) => ({ who, headers: { ...rest, 'user-agent': agent }, is }))

/** People, programs, and browsers that fetch ahead. */
export const sampleRequests: SampleRequest[] = [
  ...byAgent(peoplesAgents, null, { accept: '*/*', 'accept-language': 'en-US,en;q=0.9' }),
  { who: 'Chrome opening a page', headers: { ...chrome, ...page, ...navigation }, is: null },
  { who: 'Chrome’s page by its script', headers: { ...chrome, ...byScript, accept: '*/*' }, is: null },
  { who: 'a reader with data saver', headers: { ...chrome, 'save-data': 'on' }, is: null },
  { who: 'a reader who asks not to be tracked', headers: { ...firefox, dnt: '1', 'sec-gpc': '1' }, is: null },
  {
    who: 'an Android app’s web view',
    headers: {
      'user-agent': peoplesAgents['inside Telegram'],
      'sec-ch-ua': '"Android WebView";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
      'x-requested-with': 'org.telegram.messenger',
    },
    is: null,
  },
  {
    who: 'a reader behind a proxy',
    headers: { ...safari, via: '1.1 proxy', 'x-forwarded-for': '10.0.0.1' },
    is: null,
  },

  ...byAgent(programsAgents.preview, 'preview', { accept: '*/*' }),
  {
    who: 'Facebook’s preview, of the first bytes',
    headers: {
      'user-agent': programsAgents.preview['Facebook’s'],
      'accept-encoding': 'deflate, gzip',
      range: 'bytes=0-524287',
    },
    is: 'preview',
  },
  {
    who: 'iMessage’s preview, with the words of its phone',
    headers: {
      'user-agent': programsAgents.preview['iMessage’s'],
      ...page,
      'accept-language': 'en-GB,en;q=0.9',
    },
    is: 'preview',
  },
  {
    who: 'a preview that asks with HEAD first',
    headers: { 'user-agent': programsAgents.preview['Slack’s'] },
    method: 'HEAD',
    is: 'preview',
  },

  ...byAgent(programsAgents.headless, 'headless', { accept: '*/*' }),
  {
    who: 'headless Chrome that only its client hints tell',
    headers: { ...chrome, 'sec-ch-ua': '"HeadlessChrome";v="138", "Chromium";v="138", "Not/A)Brand";v="24"' },
    is: 'headless',
  },

  { who: 'Chrome prefetching', headers: { ...chrome, 'sec-purpose': 'prefetch' }, is: 'prefetch' },
  {
    who: 'Chrome prerendering',
    headers: { ...chrome, ...navigation, 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
    is: 'prefetch',
  },
  {
    who: 'Chrome prefetching by Google’s proxy',
    headers: { ...chrome, 'sec-purpose': 'prefetch;anonymous-client-ip' },
    is: 'prefetch',
  },
  { who: 'Chrome as it prefetched before', headers: { ...chrome, purpose: 'prefetch' }, is: 'prefetch' },
  { who: 'Safari’s top sites', headers: { ...safari, 'x-purpose': 'preview' }, is: 'prefetch' },
  { who: 'Firefox prefetching', headers: { ...firefox, 'sec-purpose': 'prefetch', ...page }, is: 'prefetch' },
  { who: 'Firefox as it prefetched before', headers: { ...firefox, 'x-moz': 'prefetch' }, is: 'prefetch' },
  { who: 'a browser’s HEAD', headers: chrome, method: 'HEAD', is: 'prefetch' },

  ...byAgent(programsAgents.crawler, 'crawler', { accept: '*/*' }),
  { who: 'a program without a name', headers: page, is: 'crawler' },
  { who: 'curl asking with HEAD', headers: { 'user-agent': 'curl/8.5.0' }, method: 'HEAD', is: 'crawler' },
]
