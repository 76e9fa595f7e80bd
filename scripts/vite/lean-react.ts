import type { ESTree, Plugin } from 'vite'

type Part = {
  /** The names of its functions, and how many of them this version has. */
  names: RegExp
  count: number
  /** What they do instead. Whatever is only reached by using the part says so; the others do nothing without it. */
  body: string
}

const nothing = '{}'
const leftOut = '{throw Error("left out of the build: docs/decisions/0092-lean-react.md")}'

/** What React can do and Folio never asks for (decision 92). */
const parts: Record<string, Part> = {
  'view transitions': { names: /ViewTransition/, count: 27, body: nothing },
  // Those in view transitions.
  'awaited pictures': {
    names: /^(suspendInstance|onUnsuspendImg|estimate\w+|isLikelyStaticResource|maySuspendCommit)$/,
    count: 6,
    body: nothing,
  },
  'refs of fragments': { names: /^FragmentInstance$/, count: 1, body: leftOut },
  'what such refs do': {
    names:
      /^FragmentInstance\.prototype\.|^(commit|delete)\w*FragmentInstance|FragmentInstanceOrTextInstanceSiblings$/,
    count: 19,
    body: nothing,
  },
  'hints to load': {
    names: /^(prefetchDNS|preconnect|preconnectAs|preload|preloadModule)$/,
    count: 5,
    body: nothing,
  },
  'files to load': { names: /^preinit(Style|Script|ModuleScript)$/, count: 3, body: leftOut },
  'actions and their state': { names: /^(mountActionState|requestFormReset)$/, count: 2, body: leftOut },
  'what follows them': {
    names:
      /^((update|rerender|run|dispatch)ActionState\w*|ensureFormComponentIsStateful|requestFormReset\$1)$/,
    count: 7,
    body: nothing,
  },
  // Also called for each form that is sent during a transition, without an action then.
  'the status of forms': { names: /^startHostTransition$/, count: 1, body: `{if(arguments[2])${leftOut}}` },
  'activities and lists of suspense': {
    names: /^update(Activity|SuspenseList)Component$/,
    count: 2,
    body: leftOut,
  },
  'what is in them': {
    names: /^(cutOffTailIfNeeded|mountActivityChildren|retryActivityComponentWithoutHydrating)$/,
    count: 3,
    body: nothing,
  },
  'elements with names of one’s own, and what compiled components call': {
    names: /^(setPropOnCustomElement|useMemoCache)$/,
    count: 2,
    body: leftOut,
  },
  'a component’s element, and what is hydrated first': {
    names: /^(findCurrentFiberUsingSlowPath|attemptExplicitHydrationTarget)$/,
    count: 2,
    body: nothing,
  },
  'events of selecting text and before input': {
    names: /^(constructSelectEvent|get(Native|Fallback)BeforeInputChars)$/,
    count: 3,
    body: nothing,
  },
  // For transitions that wait for something; the router's do not.
  'a sign in the browser’s bar': { names: /^defaultOnDefaultTransitionIndicator$/, count: 1, body: nothing },
  // Names in a production build are a letter long.
  'stacks of components': { names: /^getStackByFiberInDevAndProd$/, count: 1, body: '{return ""}' },
}

/** React's own file, as published. */
const client = /\/react-dom\/cjs\/react-dom-client\.production\.js$/

/**
 * Leaves parts of react-dom out of the browser's build, about a sixth of it. Fails the build when a new version has
 * other functions than the ones named here, so that each is looked at again.
 */
export function leanReact(): Plugin {
  let isLean = false
  return {
    name: 'lean-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: client },
      handler(code) {
        isLean = true
        const functions = namedFunctions(code, this.parse(code))
        const cuts = Object.entries(parts).flatMap(([part, { names, count, body }]) => {
          const found = functions.filter(({ name }) => names.test(name))
          if (found.length !== count)
            this.error(`react-dom has ${found.length} functions for ${part}, not ${count}`)
          return found.map(({ start, end }) => ({ start, end, body }))
        })
        cuts.sort((one, other) => other.start - one.start)
        return cuts.reduce(
          (rest, { start, end, body }) => rest.slice(0, start) + body + rest.slice(end),
          code,
        )
      },
    },
    buildEnd(error) {
      if (!error && !isLean) this.error('react-dom lies elsewhere')
    },
  }
}

/** The functions of a file and where their bodies are; a method's name is what it is assigned to. */
function namedFunctions(
  code: string,
  { body }: ESTree.Program,
): { name: string; start: number; end: number }[] {
  return body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration' && statement.id && statement.body)
      return { name: statement.id.name, start: statement.body.start, end: statement.body.end }
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
      return []
    const { left, right } = statement.expression
    if (right.type !== 'FunctionExpression' || !right.body) return []
    return { name: code.slice(left.start, left.end), start: right.body.start, end: right.body.end }
  })
}
