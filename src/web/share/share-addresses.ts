/** A chat in WhatsApp, with the person yet to be picked: the title and the link in one message. */
export const whatsAppAddress = (title: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${title} ${link}`)}`

/** A new mail about the product. */
export const mailAddress = (title: string, link: string): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${link}`)}`
