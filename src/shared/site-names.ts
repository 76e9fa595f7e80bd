/** The names of the sites that people most often come from. */
const names: Record<string, string> = {
  'amazon.com': 'Amazon',
  'baidu.com': 'Baidu',
  'beacons.ai': 'Beacons',
  'bing.com': 'Bing',
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'duckduckgo.com': 'DuckDuckGo',
  'facebook.com': 'Facebook',
  'google.com': 'Google',
  'instagram.com': 'Instagram',
  'kakao.com': 'KakaoTalk',
  'linkedin.com': 'LinkedIn',
  'line.me': 'LINE',
  'linktr.ee': 'Linktree',
  'mail.google.com': 'Gmail',
  'messenger.com': 'Messenger',
  'naver.com': 'Naver',
  'pinterest.com': 'Pinterest',
  'reddit.com': 'Reddit',
  'search.yahoo.com': 'Yahoo',
  'slack.com': 'Slack',
  'snapchat.com': 'Snapchat',
  'substack.com': 'Substack',
  'telegram.org': 'Telegram',
  'threads.com': 'Threads',
  'tiktok.com': 'TikTok',
  'tumblr.com': 'Tumblr',
  'twitch.tv': 'Twitch',
  'vk.com': 'VK',
  'wechat.com': 'WeChat',
  'weibo.com': 'Weibo',
  'whatsapp.com': 'WhatsApp',
  'x.com': 'X',
  'yandex.com': 'Yandex',
  'youtube.com': 'YouTube',
}

/** The name of a site that many people know; undefined for any other. */
export const knownSite = (site: string): string | undefined =>
  Object.hasOwn(names, site) ? names[site] : undefined

/** This app itself: its name, and the host that serves it. */
type Here = { appName: string; host: string }

/** A site's name; `null` is an unknown one. A site without a known name is shown by its host. */
export function siteName(site: string | null, here: Here): string {
  if (site === null) return 'Direct or private apps'
  if (site === 'self' || site === here.host) return `On ${here.appName}`
  return names[site] ?? site
}
