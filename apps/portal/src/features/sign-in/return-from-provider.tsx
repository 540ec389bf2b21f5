import { Group, Loader, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { SignInFailed } from './sign-in-failed.tsx'

/** The way back: exchanges the code and goes on to what was wanted. */
export const ReturnFromProvider = ({ code, state }: { code: string; state: string }) => {
  const t = useText()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<'state' | 'exchange' | null>(null)
  // A code is good once: an effect that runs twice, as in development, must not spend it twice.
  const triedCode = useRef<string | null>(null)
  useEffect(() => {
    if (triedCode.current === code) return
    triedCode.current = code
    void completeSignIn(code, state).then((outcome) => {
      if (outcome.ok) return navigate({ href: outcome.goTo, replace: true })
      setFailure(outcome.reason)
    })
  }, [code, state, navigate])
  if (failure) return <SignInFailed message={t(`sign_in.failed_${failure}`)} />
  return (
    <Group role="status">
      <Loader size="sm" />
      <Text>{t('sign_in.returning')}</Text>
    </Group>
  )
}
