import { Group, Loader, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { SignInFailed } from './sign-in-failed.tsx'

/** Exchanges the code and opens the address that was requested. */
export const ReturnFromProvider = ({ code, state }: { code: string; state: string }) => {
  const t = useText()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<'state' | 'exchange' | null>(null)
  // A code can be used once, and React runs effects twice in development.
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
