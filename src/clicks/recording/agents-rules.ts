import { isbot } from 'isbot'
import type { Automation } from '../contract.ts'
import { headerOf, type RequestHeaders, storableText } from '../rules.ts'

// Nearly every browser, also one inside an app, sends "Mozilla" in its user agent; Opera Mini sends "Opera". A program
// with another name fetches links for people or for itself.
const browserAgent = /^(Mozilla|Opera)\//

/**
 * Programs that show people a preview of a link, in a chat, a post or a mail. Each pattern matches what only that
 * program sends.
 */
const previewAgent = new RegExp(
  [
    // Apple's sends the names of Safari, Facebook and Twitter as well; LINE, Threads and Instagram use Facebook's.
    'facebookexternal(hit|ua)|facebot|facebookcatalog|meta-externalfetcher|line-poker',
    // Signal uses WhatsApp's.
    '^WhatsApp/|^TelegramBot|^Viber/|^Signal|^Snap URL Preview|kakaotalk-scrap|yeti-linkpreview',
    'Slackbot|Slack-ImgProxy|Discordbot|SkypeUriPreview|MicrosoftPreview|^Microsoft Office/|ms-office',
    'Twitterbot|LinkedInBot|Pinterestbot|^Pinterest/|redditbot|vkShare|TumblrBot|XING-contenttabreceiver|bitlybot',
    'Cardyb|Mastodon/|^Pleroma|^Akkoma|^Misskey/|SummalyBot|^Friendica|^Lemmy/|^Synapse|^Mattermost|^Rocket\\.Chat|SteamChatURL',
    'Iframely|Embedly|opengraph|link ?preview|unfurl|Google-PageRenderer|GoogleImageProxy|YahooMailProxy|^Notion/',
  ].join('|'),
  'i',
)

/** Browsers that a program drives, as far as their user agent says so. */
const drivenAgent =
  /headless|puppeteer|playwright|phantomjs|selenium|webdriver|cypress\/|slimerjs|\bsplash\b|GTmetrix|\bYLT\b|Miniature\.io/i

// Phone makers, shops and languages that appear in user agents of phones and apps, and that isbot takes for bots.
const ofPeople =
  /\[FB[^\]]*\]?|\b(Instagram|Barcelona) \d.*$|\b(musical_ly|trill|aweme)_.*$|AlipayDefined\([^)]*\)|SogouM\w+|Google ?(TV|Nexus)/g

const earlyFetch = /prefetch|prerender|preview/i
const purposeHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']

/**
 * What kind of program sent a request, or null for a person (decision 6). The user agent decides before the way of
 * asking: a link preview that sends HEAD is a preview.
 */
export function automationOf(request: { method: string; headers: RequestHeaders }): Automation | null {
  const { method, headers } = request
  const ofAgent = automationOfAgent(headerOf(headers, 'user-agent'))
  if (ofAgent) return ofAgent
  if (/headless/i.test(headerOf(headers, 'sec-ch-ua'))) return 'headless'
  const isEarly = purposeHeaders.some((name) => earlyFetch.test(headerOf(headers, name)))
  return method === 'HEAD' || isEarly ? 'prefetch' : null
}

// A few hundred agents make up most requests, so each is judged once. Longer ones than any browser's are not cached.
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
