import type { Factor } from '@supabase/auth-js'
import { useEffect, useId, useRef, useState } from 'react'
import { appFile } from '../../../shared/export-file.ts'
import { copyText } from '../../browser/copy-text.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { QrImage } from '../../ui/qr/qr-image.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { AuthProblem } from '../sign-in/attempts.ts'
import { useCheckedForm } from '../sign-in/auth-form.ts'
import { useAuthAct } from '../sign-in/use-auth-act.ts'
import { CodeInput, codeRule } from './code-field.tsx'
import { beginApp, finishApp, makeCodes, type NewApp, removeApps } from './steps.ts'

type TwoStepDialogProps = {
  /** The apps that it is about. */
  apps: Factor[]
  onClose: () => void
  /** Something was changed. */
  onChanged: () => void
}

/** The dialog of an act. All are one chunk. */
export function TwoStepDialog({ act, ...props }: TwoStepDialogProps & { act: TwoStepAct }) {
  const Act = acts[act]
  return <Act {...props} />
}

const acts = { TurnOn, AddApp, RemoveApp, NewCodes, TurnOff }

export type TwoStepAct = keyof typeof acts

const showProblem = (problem: AuthProblem) =>
  void toast.error(problem.title, { description: problem.message })

/**
 * Turns two-step verification on: the person scans or types the app's key, enters one of its codes, and then stores the
 * recovery codes.
 */
function TurnOn({ onClose, onChanged }: TwoStepDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null)

  async function finish() {
    onChanged()
    void toast.success('Two-step verification is on')
    const { data, problem } = await makeCodes()
    if (data) return setCodes(data)
    showProblem(problem)
    onClose()
  }

  if (codes) return <Codes codes={codes} onClose={onClose} />
  return (
    <NewAppDialog
      title="Turn on two‑step verification"
      label="Turn on"
      onDone={() => void finish()}
      onClose={onClose}
    />
  )
}

/** Sets up one more app, such as that of a new phone. */
function AddApp({ onClose, onChanged }: TwoStepDialogProps) {
  function finish() {
    onChanged()
    void toast.success('App added')
    onClose()
  }

  return <NewAppDialog title="Add another app" label="Add" onDone={finish} onClose={onClose} />
}

type NewAppDialogProps = { title: string; label: string; onDone: () => void; onClose: () => void }

/** Begins to set up an app, and finishes it with a code. */
function NewAppDialog({ title, label, onDone, onClose }: NewAppDialogProps) {
  const [app, setApp] = useState<NewApp | null>(null)
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void beginApp().then(({ data, problem }) => {
      if (data) return setApp(data)
      showProblem(problem)
      onClose()
    })
  }, [onClose])

  return (
    <Dialog open onClose={onClose} title={title}>
      {app ? (
        <SetUp app={app} label={label} onDone={onDone} />
      ) : (
        <p className="text-small text-ink-2">One moment…</p>
      )}
    </Dialog>
  )
}

type SetUpProps = { app: NewApp; label: string; onDone: () => void }

function SetUp({ app, label, onDone }: SetUpProps) {
  const { form, errors, isBusy, formProps } = useCheckedForm<{ code: string }>(async ({ code }) => {
    const problem = await finishApp(app.factorId, code)
    if (!problem) onDone()
    return problem
  })
  return (
    <div className="stack gap-5">
      <p className="text-small text-ink-2">
        Scan this with an authenticator app, such as Google Authenticator, 1Password or the Passwords app of
        your phone.
      </p>
      <QrImage
        text={app.uri}
        label="QR code for your authenticator app"
        className="mx-auto size-48 rounded-md"
      />
      <div className="stack gap-1 text-small">
        <p className="text-ink-2">
          On this phone already?{' '}
          <a href={app.uri} className="link">
            Open your app
          </a>
          , or type this key there:
        </p>
        <p className="font-mono break-all text-ink">{app.secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
      <form {...formProps} className="stack gap-4">
        <Field label="Code" hint="The 6 digits that your app shows now." error={errors.code?.message}>
          <CodeInput {...form.register('code', { validate: codeRule })} />
        </Field>
        <Button type="submit" variant="primary" block busy={isBusy}>
          {label}
        </Button>
      </form>
    </div>
  )
}

/** Makes new recovery codes, after asking: the old ones stop working. */
function NewCodes({ onClose, onChanged }: TwoStepDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, isBusy } = useAuthAct({
    send: async () => {
      const { data, problem } = await makeCodes()
      if (!data) return problem
      onChanged()
      setCodes(data)
      return null
    },
  })

  if (codes) return <Codes codes={codes} onClose={onClose} />
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void run()}
      busy={isBusy}
      title="Make new recovery codes?"
      description="Codes that you saved before stop working."
      confirmLabel="Make new codes"
    />
  )
}

/** Turns two-step verification off, after asking: removes the apps and the codes. */
function TurnOff(props: TwoStepDialogProps) {
  const { isBusy, run } = useRemoval(props, 'Two-step verification is off')
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => void run()}
      busy={isBusy}
      title="Turn off two-step verification?"
      description="Your password alone is then enough to sign in. Your recovery codes go, too."
      confirmLabel="Turn off"
    />
  )
}

/** Removes one of several apps, after asking. */
function RemoveApp(props: TwoStepDialogProps) {
  const { isBusy, run } = useRemoval(props, 'App removed')
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => void run()}
      busy={isBusy}
      title="Remove this app?"
      description="Its codes no longer let you in. Your other apps and your recovery codes still do."
      confirmLabel="Remove"
    >
      <p className="text-small font-semibold break-words">{props.apps[0]?.friendly_name}</p>
    </ConfirmDialog>
  )
}

const useRemoval = ({ apps, onClose, onChanged }: TwoStepDialogProps, done: string) =>
  useAuthAct({
    send: () => removeApps(apps),
    after: () => {
      onChanged()
      onClose()
    },
    done,
  })

type CodesProps = { codes: string[]; onClose: () => void }

/** The recovery codes, which are shown only once. */
function Codes({ codes, onClose }: CodesProps) {
  const headingId = useId()
  const appName = useAppName()
  const lines = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)

  async function copy() {
    try {
      await copyText(lines.join('\n'))
      void toast.success('Copied')
    } catch {
      void toast.error('Error', { description: 'Copying was refused. Download them instead.' })
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      foot={
        <Button variant="primary" block onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <div className="stack gap-4">
        <p id={headingId} className="text-small text-ink-2">
          If you lose your phone, each of these lets you in once. They are shown only now: keep them somewhere
          safe.
        </p>
        <ul
          aria-labelledby={headingId}
          className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-small sm:grid-cols-2"
        >
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => void copy()}>Copy</Button>
          <Button
            onClick={() =>
              saveFile(appFile(appName, 'recovery-codes.txt'), `${lines.join('\n')}\n`, 'text/plain')
            }
          >
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
