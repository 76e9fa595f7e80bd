import type { Random } from '../random.ts'

/** Someone who opens a link: from which address and app, and with which browser. */
export type Visitor = { address: string; userAgent: string; referrer: string | null }

const iphone = (ios: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${ios} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`
const android = (phone: string, rest: string) =>
  `Mozilla/5.0 (Linux; Android 15; ${phone}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`

const ios = ['18_4', '18_5', '18_6', '19_0']
const phones = ['Pixel 8', 'Pixel 9', 'SM-S921B', 'SM-S936B', 'SM-A556B', '2312DRA50G']
const chromes = ['138', '139', '140', '141', '142']

const phoneBrowser = (random: Random): string =>
  random.chance(0.55)
    ? iphone(random.pick(ios), `Version/${random.pick(['18.4', '18.6', '19.0'])} Mobile/15E148 Safari/604.1`)
    : android(random.pick(phones), `Chrome/${random.pick(chromes)}.0.0.0 Mobile Safari/537.36`)

const desktopBrowser = (random: Random): string =>
  random.pick([
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${random.pick(chromes)}.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`,
  ])

const anyBrowser = (random: Random) => (random.chance(0.78) ? phoneBrowser(random) : desktopBrowser(random))

/** Apps show links in a browser of their own. */
const inApp = (name: string) => (random: Random) =>
  random.chance(0.6)
    ? iphone(random.pick(ios), `Mobile/15E148 ${name}`)
    : android(
        random.pick(phones),
        `Version/4.0 Chrome/${random.pick(chromes)}.0.0.0 Mobile Safari/537.36 ${name}`,
      )

type Channel = { weight: number; referrer: string | null; agent: (random: Random) => string }

const channels: Channel[] = [
  { weight: 30, referrer: 'https://l.instagram.com/', agent: inApp('Instagram 390.0.0.28.85') },
  // TikTok's browser sends no referrer, and neither do most others in apps.
  { weight: 18, referrer: null, agent: inApp('musical_ly_40.4.0 BytedanceWebview/d8a21c6') },
  { weight: 13, referrer: 'https://www.pinterest.com/', agent: anyBrowser },
  { weight: 6, referrer: 'android-app://com.pinterest/', agent: phoneBrowser },
  { weight: 8, referrer: 'https://www.youtube.com/', agent: anyBrowser },
  { weight: 6, referrer: 'https://l.facebook.com/', agent: inApp('[FBAN/FBIOS;FBAV/520.0.0.38.101]') },
  { weight: 5, referrer: 'https://t.co/', agent: anyBrowser },
  { weight: 3, referrer: 'https://www.reddit.com/', agent: anyBrowser },
  { weight: 5, referrer: 'https://www.google.com/', agent: anyBrowser },
  { weight: 3, referrer: null, agent: inApp('Snapchat/13.55.0.44 (like Safari/8621.3.11.10.3, panda)') },
  { weight: 5, referrer: null, agent: inApp('[WAiOS/2.25.31]') },
  { weight: 2, referrer: 'https://mara-makes.example/favourite-things', agent: anyBrowser },
  // Mail, messages and typed addresses have no referrer.
  { weight: 13, referrer: null, agent: phoneBrowser },
]

const programs: { weight: number; agent: string }[] = [
  { weight: 30, agent: 'WhatsApp/2.23.20.0' },
  { weight: 22, agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
  {
    weight: 20,
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  },
  { weight: 8, agent: 'Twitterbot/1.0' },
  { weight: 6, agent: 'TelegramBot (like TwitterBot)' },
  { weight: 5, agent: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' },
  { weight: 3, agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { weight: 6, agent: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)' },
  { weight: 10, agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { weight: 6, agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
  {
    weight: 2,
    agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
  },
]

/** Addresses of the ranges reserved for documentation. */
function addressOf(random: Random): string {
  const group = () => random.whole(0x10000).toString(16)
  if (random.chance(0.55)) return `2001:db8:${group()}:${group()}::${group()}`
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${1 + random.whole(254)}`
}

/** A person who comes by one of the usual ways. */
export function anyPerson(random: Random): Visitor {
  const channel = random.weighted(channels, ({ weight }) => weight)
  return { address: addressOf(random), userAgent: channel.agent(random), referrer: channel.referrer }
}

/** A program that fetches links, for previews, for search or for itself. */
export const anyProgram = (random: Random): Visitor => ({
  address: addressOf(random),
  userAgent: random.weighted(programs, ({ weight }) => weight).agent,
  referrer: null,
})
