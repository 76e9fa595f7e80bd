/** How the sites call themselves that people mostly come from. */
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

/** This very app: its name, and the host it is looked at under. */
type Here = { appName: string; host: string }

/** Where people came from, in words; `null` is where no site was told. Sites without a known name are shown as they are. */
export function siteName(site: string | null, here: Here): string {
  if (site === null) return 'Direct or private apps'
  if (site === 'self' || site === here.host) return `On ${here.appName}`
  return names[site] ?? site
}
