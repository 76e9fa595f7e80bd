import { isbot } from 'isbot'
import type { Automation } from '../contract.ts'
import { headerOf, type RequestHeaders, storableText } from '../rules.ts'

// Every browser, and every browser inside an app, calls itself Mozilla; Opera Mini's servers say Opera. What has a
// name of its own fetches links for people or for itself.
const browserAgent = /^(Mozilla|Opera)\//

/** Programs that show people what a link leads to, in a chat, a post or a mail, by what only they call themselves. */
const previewAgent = new RegExp(
  [
    // Apple's calls itself Safari, Facebook and Twitter at once; LINE's, Threads' and Instagram's go by Facebook's.
    'facebookexternal(hit|ua)|facebot|facebookcatalog|meta-externalfetcher|line-poker',
    // Signal's goes by WhatsApp's.
    '^WhatsApp/|^TelegramBot|^Viber/|^Signal|^Snap URL Preview|kakaotalk-scrap|yeti-linkpreview',
    'Slackbot|Slack-ImgProxy|Discordbot|SkypeUriPreview|MicrosoftPreview|^Microsoft Office/|ms-office',
    'Twitterbot|LinkedInBot|Pinterestbot|^Pinterest/|redditbot|vkShare|TumblrBot|XING-contenttabreceiver|bitlybot',
    'Cardyb|Mastodon/|^Pleroma|^Akkoma|^Misskey/|SummalyBot|^Friendica|^Lemmy/|^Synapse|^Mattermost|^Rocket\\.Chat|SteamChatURL',
    'Iframely|Embedly|opengraph|link ?preview|unfurl|Google-PageRenderer|GoogleImageProxy|YahooMailProxy|^Notion/',
  ].join('|'),
  'i',
)

/** Browsers that a program drives, as far as they say so. */
const drivenAgent =
  /headless|puppeteer|playwright|phantomjs|selenium|webdriver|cypress\/|slimerjs|\bsplash\b|GTmetrix|\bYLT\b|Miniature\.io/i

// Makers of phones, shops and languages that phones and apps name, and isbot takes for bots.
const ofPeople =
  /\[FB[^\]]*\]?|\b(Instagram|Barcelona) \d.*$|\b(musical_ly|trill|aweme)_.*$|AlipayDefined\([^)]*\)|SogouM\w+|Google ?(TV|Nexus)/g

const earlyFetch = /prefetch|prerender|preview/i
const purposeHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

/**
 * What kind of program asks when no person is looking, or null for a person (decision 19). What a
 * program calls itself says more than how it asks: a link preview that sends HEAD is a preview.
 */
export function automationOf(request: { method: string; headers: RequestHeaders }): Automation | null {
  const { method, headers } = request
  const ofAgent = automationOfAgent(headerOf(headers, 'user-agent'))
  if (ofAgent) return ofAgent
  if (/headless/i.test(headerOf(headers, 'sec-ch-ua'))) return 'headless'
  const isEarly = purposeHeaders.some((name) => earlyFetch.test(headerOf(headers, name)))
  return method === 'HEAD' || isEarly ? 'prefetch' : null
}

// A few hundred agents are most of all requests: each is judged once. What is longer than any browser's is not kept.
const verdicts = new Map<string, Automation | null>()
const maxVerdicts = 2_000
const maxKept = 500

function automationOfAgent(userAgent: string): Automation | null {
  const known = verdicts.get(userAgent)
  if (known !== undefined) return known
  const verdict = judgeAgent(storableText(userAgent) ?? '')
  if (verdicts.size === maxVerdicts) verdicts.clear()
  if (userAgent.length <= maxKept) verdicts.set(userAgent, verdict)
  return verdict
}

function judgeAgent(agent: string): Automation | null {
  if (previewAgent.test(agent)) return 'preview'
  if (drivenAgent.test(agent)) return 'headless'
  return !browserAgent.test(agent) || isbot(agent.replace(ofPeople, '')) ? 'crawler' : null
}
