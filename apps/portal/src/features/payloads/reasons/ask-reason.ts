import type { PlaybackReasonKind, UserProfile } from '@holdfast/contract'
import { ApiError } from '../../../shared/api/api-error.ts'
import { loadProfile, reloadProfile } from '../../../shared/session/profile.ts'
import { forgetReason, givenReason, rememberReason } from './given-reasons.ts'

/** The person was asked for a reason and gave none. Nothing was requested. */
export class NoReasonGiven extends Error {
  constructor() {
    super('No reason was given')
    this.name = 'NoReasonGiven'
  }
}

/** What the dialog asks. */
export interface ReasonQuestion {
  kind: Exclude<PlaybackReasonKind, 'none'>
  /** Of the list. */
  reasons: readonly string[]
  /** `null`: the person gives none. */
  answer: (reason: string | null) => void
}

let questions: readonly ReasonQuestion[] = []
const listeners = new Set<() => void>()

const setQuestions = (next: readonly ReasonQuestion[]): void => {
  questions = next
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`: the question that is to be answered now. */
export const subscribeToQuestions = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const currentQuestion = (): ReasonQuestion | undefined => questions[0]

/** Leaves all questions unanswered, when the person goes to another screen. */
export const dropQuestions = (): void => {
  for (const { answer } of questions) answer(null)
}

/** By what is opened: two players that ask at once ask once. */
const asking = new Map<string, Promise<string>>()

const ask = (scope: string, { playback_reason_kind: kind, playback_reasons: reasons }: Settings): Promise<string> => {
  const asked = asking.get(scope)
  if (asked || kind === 'none') return asked ?? Promise.reject(new NoReasonGiven())
  const answered = new Promise<string>((resolve, reject) => {
    const question: ReasonQuestion = {
      kind,
      reasons,
      answer: (reason) => {
        setQuestions(questions.filter((other) => other !== question))
        asking.delete(scope)
        if (reason === null) return reject(new NoReasonGiven())
        rememberReason([scope], reason)
        resolve(reason)
      },
    }
    setQuestions([...questions, question])
  })
  asking.set(scope, answered)
  return answered
}

type Settings = UserProfile['account_settings']

/** Whether the account asks this person for reasons. Those who open no content are not asked. */
export const isAskedForReasons = ({ account_settings, actions }: UserProfile): boolean =>
  (account_settings.playback_reason_kind === 'text' || account_settings.playback_reason_kind === 'list') &&
  (actions.includes('payloads:play') || actions.includes('payloads:download'))

/**
 * The reason for what is opened: the one that was given before, otherwise the person is asked; nothing if the account does not ask.
 * @param scope what is opened: a payload_reference, `conversation …` or `pictures …`
 * @throws NoReasonGiven
 */
export const reasonFor = async (scope: string): Promise<{ reason?: string }> => {
  const profile = await loadProfile()
  if (!profile || !isAskedForReasons(profile)) return {}
  return { reason: givenReason(scope) ?? (await ask(scope, profile.account_settings)) }
}

/** Asks for the reason where it is needed, and goes on unless the person gives none. */
export const afterReason = (scope: string, goOn: () => void): void => {
  void reasonFor(scope).then(goOn, () => undefined)
}

const isAboutReason = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'playback.reason_required' || error.code === 'playback.reason_not_listed')

/**
 * Requests content with its reason. If the account's setting has changed since the profile was read, it is read again, and the person
 * is asked once more.
 * @throws NoReasonGiven; what the request throws
 */
export const withReason = async <T>(scope: string, request: (given: { reason?: string }) => Promise<T>): Promise<T> => {
  try {
    return await request(await reasonFor(scope))
  } catch (error) {
    if (!isAboutReason(error)) throw error
    forgetReason(scope)
    await reloadProfile()
    return request(await reasonFor(scope))
  }
}
