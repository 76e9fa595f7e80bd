/** The site name for links from this app's own pages. */
const ownSite = 'self'

/** Sites with several domains: these hosts, and hosts below them, count as one site. */
const hostsOf: Record<string, string[]> = {
  'instagram.com': ['instagr.am', 'ig.me'],
  'facebook.com': ['fb.com', 'fb.me', 'fb.watch'],
  'messenger.com': ['m.me'],
  'threads.com': ['threads.net'],
  'whatsapp.com': ['wa.me', 'l.wl.co', 'whatsapp.net'],
  'tiktok.com': ['tiktokv.com'],
  'x.com': ['twitter.com', 't.co'],
  'youtube.com': ['youtu.be', 'youtube-nocookie.com'],
  'linkedin.com': ['lnkd.in'],
  'pinterest.com': ['pin.it'],
  'reddit.com': ['redd.it'],
  'snapchat.com': [],
  'telegram.org': ['t.me', 'telegram.me', 'telegram.dog'],
  'discord.com': ['discordapp.com', 'discord.gg'],
  'bsky.app': ['bsky.social'],
  'line.me': ['lin.ee'],
  'kakao.com': [],
  'vk.com': ['vk.me', 'vkontakte.ru'],
  'weibo.com': ['weibo.cn', 't.cn'],
  'wechat.com': ['weixin.qq.com', 'wx.qq.com'],
  'bing.com': [],
  'baidu.com': [],
  'duckduckgo.com': ['ddg.gg'],
  'search.yahoo.com': ['search.yahoo.co.jp'],
}
const siteOfHost = new Map(
  Object.entries(hostsOf).flatMap(([site, others]) => [site, ...others].map((host) => [host, site] as const)),
)

/** Sites with a domain per country. Their other services, as mail.google.com, count by their own host. */
const countryDomains: [RegExp, string][] = [
  [/^google(\.com?)?\.[a-z]{2,3}$/, 'google.com'],
  [/^([a-z]{2}\.)?pinterest(\.com?)?\.[a-z]{2,3}$/, 'pinterest.com'],
  [/^yandex(\.com)?\.[a-z]{2,3}$|^ya\.ru$/, 'yandex.com'],
]

/** Android apps, which send their package name as referrer. */
const siteOfPackage = new Map(
  Object.entries({
    'com.instagram.android': 'instagram.com',
    'com.instagram.barcelona': 'threads.com',
    'com.facebook.katana': 'facebook.com',
    'com.facebook.lite': 'facebook.com',
    'com.facebook.orca': 'messenger.com',
    'com.whatsapp': 'whatsapp.com',
    'com.whatsapp.w4b': 'whatsapp.com',
    'com.zhiliaoapp.musically': 'tiktok.com',
    'com.ss.android.ugc.trill': 'tiktok.com',
    'com.twitter.android': 'x.com',
    'com.linkedin.android': 'linkedin.com',
    'com.pinterest': 'pinterest.com',
    'com.reddit.frontpage': 'reddit.com',
    'com.snapchat.android': 'snapchat.com',
    'org.telegram.messenger': 'telegram.org',
    'org.telegram.messenger.web': 'telegram.org',
    'com.discord': 'discord.com',
    'com.slack': 'slack.com',
    'com.google.android.youtube': 'youtube.com',
    'com.google.android.googlequicksearchbox': 'google.com',
    'com.google.android.gm': 'mail.google.com',
    'jp.naver.line.android': 'line.me',
    'com.kakao.talk': 'kakao.com',
    'com.tencent.mm': 'wechat.com',
    'com.vkontakte.android': 'vk.com',
    'xyz.blueskyweb.app': 'bsky.app',
  }),
)

/**
 * Browsers inside apps, most of which send no referrer. The first match counts, since Messenger's names Facebook too.
 */
const siteOfBrowser: [RegExp, string][] = [
  [/FBAN\/Messenger|FB_IAB\/(MESSENGER|Orca)/, 'messenger.com'],
  [/\bBarcelona /, 'threads.com'],
  [/\bInstagram\b/, 'instagram.com'],
  [/FBAN\/|FBAV\/|FB_IAB\/|MetaIAB Facebook/, 'facebook.com'],
  [/\[WA4A\/|\[WAiOS\/|\bWhatsApp\//, 'whatsapp.com'],
  [/\b(musical_ly|trill)_|BytedanceWebview/, 'tiktok.com'],
  [/\bSnapchat\//, 'snapchat.com'],
  [/\[?Pinterest\/(iOS|Android)/, 'pinterest.com'],
  [/\[LinkedInApp\]/, 'linkedin.com'],
  [/Twitter for i(Phone|Pad)|TwitterAndroid/, 'x.com'],
  [/\bReddit\//, 'reddit.com'],
  [/Telegram-Android\//, 'telegram.org'],
  [/\bLine\/\d/, 'line.me'],
  [/KAKAOTALK/, 'kakao.com'],
  [/NAVER\(inapp/, 'naver.com'],
  [/MicroMessenger\//, 'wechat.com'],
  [/\bGSA\//, 'google.com'],
]

/** The length of the column, longer than any host name (RFC 1035, 3.1.4). */
const maxHost = 253
const publicHost = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/
/** First labels that only say how a page is shown or that a link was followed. */
const plainLabels = /^(www\d?|m|mobile|amp|l|lm|out|link)\.(?=[^.]+\.[^.])/

type Source = {
  /** The page's document.referrer, unchecked. */
  referrer: string | null
  userAgent: string | null
  /** The host of this app, as `folio.example` or `localhost:3000`, as a URL parser spells it. */
  ownHost: string
}

/**
 * The site a reader came from, as `instagram.com`; `self` for this app's own pages; null where it is unknown. Taken
 * from the referrer, else from the app whose browser it is. Internationalised names are in ASCII.
 */
export function siteOf({ referrer, userAgent, ownHost }: Source): string | null {
  return (referrer && siteOfReferrer(referrer, ownHost)) || siteOfApp(userAgent ?? '')
}

function siteOfReferrer(referrer: string, ownHost: string): string | null {
  const url = URL.parse(referrer)
  if (url?.protocol === 'android-app:') return siteOfPackage.get(url.hostname.toLowerCase()) ?? null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return url.host === ownHost ? ownSite : siteOfName(url.hostname)
}

/** The site of a host, as a URL parser spells it; null for a host that is no public name. */
function siteOfName(hostname: string): string | null {
  const host = hostname.replace(/\.$/, '')
  if (host.length > maxHost || !publicHost.test(host)) return null
  const cached = /^([^.]+)\.(cdn\.ampproject\.org|amp\.cloudflare\.com)$/.exec(host)?.[1]
  if (cached) return siteOfCached(cached)
  const plain = host.replace(plainLabels, '')
  return known(host) ?? countryDomains.find(([domain]) => domain.test(plain))?.[1] ?? plain
}

/** AMP caches write `my-blog.example` as `my--blog-example`. */
function siteOfCached(label: string): string | null {
  const host = label.replace(/--|-/g, (dash) => (dash === '-' ? '.' : '-'))
  return host.includes('.') ? siteOfName(host) : null
}

/** The site with several domains that a host belongs to, if any. */
function known(host: string): string | undefined {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const site = siteOfHost.get(name)
    if (site) return site
  }
  return undefined
}

const siteOfApp = (userAgent: string): string | null =>
  siteOfBrowser.find(([browser]) => browser.test(userAgent))?.[1] ?? null
