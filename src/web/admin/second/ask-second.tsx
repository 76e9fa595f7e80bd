import { proposed } from '../../api/second-admin.ts'
import { useStore } from '../../browser/store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const AskSecondDialog = lazyPart(() => import('./ask-second-dialog.tsx'))

/** Renders the dialog that asks whether to propose a call to a second admin (api/second-admin.ts). */
export function AskSecond() {
  const question = useStore(proposed, null)
  return (
    question && (
      <AskSecondDialog
        why={question.why}
        request={question.request}
        onEnd={(isProposed) => {
          proposed.set(null)
          question.settle(isProposed)
        }}
      />
    )
  )
}
