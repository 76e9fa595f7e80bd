/** What an answer of npm means, in words; whether nothing may go on. */
export type Judgement = { says: string; isBad: boolean }

const silent = (what: string): Judgement => ({
  says: `The registry did not say ${what}: nothing was checked.`,
  isBad: false,
})

type Flaw = { name: string; severity: string }
type Signed = { name: string; version: string }

/** The severities with which nothing may go on; lesser ones are named alone. */
const grave = ['high', 'critical']

/** Known flaws, of the answer of `npm audit --json`. */
function judgeFlaws(answer: string): Judgement {
  const { vulnerabilities } = parsed(answer) as { vulnerabilities?: Record<string, Flaw> }
  if (!vulnerabilities) return silent('which packages have known flaws')
  const flaws = Object.values(vulnerabilities)
  if (flaws.length === 0) return { says: 'No package that runs has a known flaw.', isBad: false }
  return {
    says: `Packages with known flaws: ${flaws.map(({ name, severity }) => `${name} (${severity})`).join(', ')}.`,
    isBad: flaws.some(({ severity }) => grave.includes(severity)),
  }
}

/** Signatures, of the answer of `npm audit signatures --json`. A mirror may have none. */
function judgeSignatures(answer: string): Judgement {
  const { invalid, missing } = parsed(answer) as { invalid?: Signed[]; missing?: Signed[] }
  if (!invalid || !missing) return silent('who has signed the packages')
  const named = (packages: Signed[]) => packages.map(({ name, version }) => `${name}@${version}`).join(', ')
  if (invalid.length > 0)
    return { says: `Not as the registry has signed them: ${named(invalid)}. Do not use them.`, isBad: true }
  return missing.length > 0
    ? { says: `Every signature that there is fits; without one: ${named(missing)}.`, isBad: false }
    : { says: 'Every package is as the registry has signed it.', isBad: false }
}

function parsed(answer: string): object {
  try {
    return JSON.parse(answer) ?? {}
  } catch {
    return {}
  }
}

/** What npm is asked by each question, and what its answer means. */
export const judgements = {
  // Packages that only build and test reach nobody's data.
  audit: { command: ['audit', '--omit=dev'], judge: judgeFlaws },
  signatures: { command: ['audit', 'signatures'], judge: judgeSignatures },
}
