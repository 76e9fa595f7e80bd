/** What is wrong with a mail server, and what to do, in sentences; uncertain if mails may yet be sent. */
export type SmtpTrouble = { says: string; todo: string; isCertain: boolean }

/** The library's error, with what the server answered where it did. */
export type SmtpError = {
  message: string
  code?: string
  command?: string
  responseCode?: number
  syscall?: string
}

type Known = Omit<SmtpTrouble, 'isCertain'> & { fits: (error: SmtpError) => boolean }

const words =
  (pattern: RegExp) =>
  ({ message }: SmtpError) =>
    pattern.test(message)

/** The first that fits counts. */
const known: Known[] = [
  {
    fits: words(/greeting never received/i),
    says: 'It takes the connection and says nothing.',
    todo: 'If it speaks TLS from the start, SMTP_URL begins with smtps://.',
  },
  {
    fits: words(/wrong version number|packet length too long/i),
    says: 'It does not speak TLS from the start.',
    todo: 'SMTP_URL begins with smtp://, which turns to TLS where it is offered, and has the port for that, such as 587.',
  },
  {
    fits: ({ code, responseCode }) => code === 'ENOAUTH' || responseCode === 530,
    says: 'It offers to sign in, and SMTP_URL names no account: it may refuse every mail.',
    todo: 'Put the account into it, smtp://user:password@host, or see whether one arrives: npm run doctor -- --mail you@example.org.',
  },
  {
    fits: ({ code }) => code === 'EAUTH',
    says: 'It refuses the user or the password.',
    todo: 'Check the account in SMTP_URL: # is written %23, / %2F, ? %3F, @ %40 and % %25.',
  },
  {
    fits: words(/ECONNREFUSED/),
    says: 'Nothing listens there.',
    todo: 'Check the host and the port of SMTP_URL.',
  },
  {
    fits: ({ code, message }) => code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message),
    says: 'Its host is not known.',
    todo: 'Check the host of SMTP_URL.',
  },
  {
    fits: ({ code }) => code === 'ETIMEDOUT',
    says: 'It does not answer.',
    todo: 'Check the host and the port of SMTP_URL. Many networks close port 25: try 587.',
  },
  {
    fits: words(/does not match certificate|altname/i),
    says: 'Its certificate is for another name.',
    todo: 'Use a host in SMTP_URL that the certificate names.',
  },
  {
    fits: words(/self.signed|unable to (verify|get)|certificate/i),
    says: 'Nobody whom this machine knows has signed its certificate.',
    todo: 'Name the file of its authority in NODE_EXTRA_CA_CERTS.',
  },
  {
    fits: ({ code }) => code === 'ETLS',
    says: 'It offers no TLS, which SMTP_URL asks for.',
    todo: 'Turn it on there, or leave requireTLS out if nobody could be in between.',
  },
  {
    fits: ({ command }) => command === 'MAIL FROM',
    says: 'It refuses the sender.',
    todo: 'Set MAIL_FROM to an address from which this account may send.',
  },
]

/** What is behind a failure to reach the mail server, with its own words; never an address of a person. */
export function troubleOf(error: SmtpError): SmtpTrouble {
  const said = error.message
    .trim()
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(/\n.*$|\.$/s, '')
  const found = known.find(({ fits }) => fits(error))
  return {
    says: found ? `${found.says} (${said})` : `It answered: ${said}.`,
    todo: found?.todo ?? 'Ask whoever runs it.',
    isCertain: error.code !== 'ENOAUTH',
  }
}
